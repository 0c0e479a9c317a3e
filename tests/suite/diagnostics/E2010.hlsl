//@ run: -T ps_6_0
float4 mian() : SV_Target { return 0; }
//~? error[E2010]: missing entry point definition 'main'
