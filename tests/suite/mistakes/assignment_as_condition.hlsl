//@ run: -T ps_6_0
float4 main(int mode : MODE) : SV_Target {
    int found = 0;
    if (found = mode) return 1;
//~           ^ warning[W2133]: assignment used as a condition; use '==' to compare
    return 0;
}
