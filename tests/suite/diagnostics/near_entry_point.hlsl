//@ run: -T ps_6_0 -E main
float4 mian() : SV_Target { return 1; }
//~    ^ note: did you mean 'mian'?
//~? error[E2010]: missing entry point definition 'main'
