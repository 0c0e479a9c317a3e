//@ run: -T ps_6_0 -HV 2021
constexpr float half_of(float x) { return x / 2; }
//~ error[E2680]: 'constexpr' requires HLSL 202x (option '-HV 202x')
struct S { mutable float x; };
//~        ^ error[E2680]: 'mutable' requires HLSL 202x (option '-HV 202x')
float4 main(float x : X) : SV_Target { return half_of(x); }
