//@ run: -T ps_6_0
float4 main() : SV_Target { return tint(1); }
//~                                ^ error[E2001]: use of undeclared identifier 'tint'
float4 tint(float x) { return x; }
