//@ run: -T ps_6_0 -ignore-line-directives
#line 40
#if __LINE__ != 3
#error wrong
#endif
float4 main() : SV_Target { return 0; }
