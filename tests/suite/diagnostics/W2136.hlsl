//@ run: -T ps_6_0 -E main
float4 main(int x : X, nointerpolation uint64_t w : W) : SV_Target {
    int a = x << 32;
//~           ^ warning[W2136]: the shift count 32 is not between 0 and the 32 bits of the type
    int b = x >> -1;
//~           ^ warning[W2136]: the shift count -1 is not between 0 and the 32 bits of the type
    x <<= 40;
//~   ^ warning[W2136]: the shift count 40 is not between 0 and the 32 bits of the type
    int c = x << 31;
    uint64_t d = w << 40;
    return a + b + c + float(d) + x;
}
