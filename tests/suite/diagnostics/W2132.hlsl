//@ run: -T ps_6_0 -E main
struct Light { float3 color; float power; };
float branches(float a) {
    float s;
    if (a > 0) s = 1;
    return s;
}
float loops(int n) {
    float s;
    for (int i = 0; i < n; i++) {
        if (i > 0) return s;
        s = i;
    }
    return 0;
}
float inner(int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        float s;
        sum += s;
//~            ^ warning[W2132]: 's' is used uninitialized
        s = 1;
    }
    return sum;
}
float sums(int n) {
    float sum, kept, product, last;
    for (int i = 0; i < n; i++) {
        kept = i;
        for (int j = 0; j < n; j++) {
            sum += j;
//~         ^ warning[W2132]: 'sum' is used uninitialized
            kept += j;
            if (i + j == 0) {
                product = 1;
            }
            product *= j;
        }
        last = i > 0 ? last + 1 : 0;
    }
    return sum + kept + product + last;
}
float early(out float x) {
    float old = x;
//~             ^ warning[W2132]: 'x' is used uninitialized
    x = 1;
    return old;
}
float4 main(float a : A) : SV_Target {
    float s, x;
    s += a;
//~ ^ warning[W2132]: 's' is used uninitialized
    Light light, other;
    light.power = 1;
    float p = light.power + other.power;
//~                               ^ warning[W2132]: 'other' is used uninitialized
    return s + p + branches(a) + loops(a) + inner(a) + sums(3) + early(x);
}
