//@ run: -T ps_6_0 -E main
float4 main() : SV_Target {
    int a = 3000000000000;
//~         ^ warning[W2137]: 3000000000000 does not fit in 'int'
    uint b = -1;
    int c = 0xFFFFFFFF;
    int d = 1 << 40;
//~         ^ warning[W2137]: 1099511627776 does not fit in 'int'
    uint64_t e = 3000000000000;
    int f = (int)3000000000000;
    float g = 3000000000000;
    return a + b + c + d + float(e) + f + g;
}
