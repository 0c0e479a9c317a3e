//@ run: -T ps_6_0
#if 1
//~ error[E1025]: unterminated #if
float4 main() : SV_Target {
    return 1;
}
