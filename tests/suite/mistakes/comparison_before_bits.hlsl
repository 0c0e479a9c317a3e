//@ run: -T ps_6_0
float4 main(uint flags : FLAGS) : SV_Target {
    if (flags & 4 != 0) return 1;
//~           ^ warning[W2134]: '!=' has higher precedence than '&'; add parentheses to clarify
    return 0;
}
