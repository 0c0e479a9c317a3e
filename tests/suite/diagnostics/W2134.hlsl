//@ run: -T ps_6_0 -E main
float4 main(int x : X) : SV_Target {
    float s = 0;
    if (x & 1 == 0) s = 1;
//~       ^ warning[W2134]: '==' has higher precedence than '&'; add parentheses to clarify
    if (x != 2 | x) s = 2;
//~            ^ warning[W2134]: '!=' has higher precedence than '|'; add parentheses to clarify
    if ((x & 1) == 0) s = 3;
    if (x & (1 == 0)) s = 4;
    if (x == 1 | x == 2) s = 5;
    if (x > 1 && x < 3) s = 6;
    return s;
}
