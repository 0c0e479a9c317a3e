//@ run: -T ps_6_0 -HV 202x
auto both(bool b) { if (b) return 1; return 2.0; }
//~                                  ^ error[E2684]: the result is deduced as 'int' and as 'float'
float4 main(float x : X) : SV_Target { return both(x > 0); }
