//@ run: -T ps_6_0
float4 main() : SV_Target {
    return 1; /* and so on
//~           ^ error[E1003]: unterminated /* comment
}
