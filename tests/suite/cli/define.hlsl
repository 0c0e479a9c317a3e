//@ run: -T ps_6_0 -D N=3 -DM
#if N != 3 || M != 1
#error wrong
#endif
float4 main() : SV_Target { return 0; }
