//@ run: -T ps_6_0 -HV 202x
auto later(float x);
float4 main(float x : X) : SV_Target { return later(x); }
//~                                           ^ error[E2685]: 'later' is used before its result is deduced
