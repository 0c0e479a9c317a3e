//@ run: -T ps_6_0
cbuffer Settings { int count; };
static int remaining;
void advance() { remaining--; }
float4 main(int n : N, float4 tint : TINT) : SV_Target {
    float sum = 0;
    for (int i = 0; i < n; n + 1) {
//~                 ^ warning[W2164]: 'i' in the loop condition is not modified in the loop
        sum += tint.x;
    }
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 4; row++) sum += tint.y;
//~                          ^ warning[W2164]: 'column' in the loop condition is not modified in the loop
//~                                      ^ note: this changes 'row'
    }
    int left = n;
    while (left > 0) sum += tint.z;
//~        ^ warning[W2164]: 'left' in the loop condition is not modified in the loop
    do { sum += tint.w; } while (left < count);
//~                              ^ warning[W2164]: 'left' in the loop condition is not modified in the loop
    while (left > 0) { sum += 1; if (sum > 8) break; }
    while (left > 0) { left -= 2; }
    while (remaining > 0) advance();
    while (count > 0) { sum += 1; if (sum > 16) return sum; }
    for (int k = 0; k < n;) { k += 2; }
    for (bool done = false; !done; n++) { done = n > 8; }
    for (;;) { if (sum++ > 32) break; }
    while (true) { if (sum++ > 64) break; }
    return sum;
}
