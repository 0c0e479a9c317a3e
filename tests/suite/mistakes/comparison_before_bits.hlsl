//@ run: -T ps_6_0
float4 main(uint flags : FLAGS) : SV_Target {
    if (flags & 4 != 0) return 1;
//~           ^ warning[W2134]: '!=' is evaluated before '&'; parentheses make clear what is meant
    return 0;
}
