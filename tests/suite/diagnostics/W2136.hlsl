//@ run: -T ps_6_0 -E main
float4 main(int x : X, nointerpolation uint64_t w : W) : SV_Target {
    int a = x << 32;
//~           ^ warning[W2136]: shift count 32 is out of range for a type of 32 bits
    int b = x >> -1;
//~           ^ warning[W2136]: shift count -1 is out of range for a type of 32 bits
    x <<= 40;
//~   ^ warning[W2136]: shift count 40 is out of range for a type of 32 bits
    int c = x << 31;
    uint64_t d = w << 40;
    return a + b + c + float(d) + x;
}
