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
//~            ^ warning[W2132]: 's' is used before it has a value
        s = 1;
    }
    return sum;
}
float early(out float x) {
    float old = x;
//~             ^ warning[W2132]: 'x' is used before it has a value
    x = 1;
    return old;
}
float4 main(float a : A) : SV_Target {
    float s, x;
    s += a;
//~ ^ warning[W2132]: 's' is used before it has a value
    Light light, other;
    light.power = 1;
    float p = light.power + other.power;
//~                               ^ warning[W2132]: 'other' is used before it has a value
    return s + p + branches(a) + loops(a) + inner(a) + early(x);
}
