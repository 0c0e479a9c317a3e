//@ run: -T ps_6_0 -D N=2 -U N
#ifdef N
#error wrong
#endif
float4 main() : SV_Target { return 0; }
