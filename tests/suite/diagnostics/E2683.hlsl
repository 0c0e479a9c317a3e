//@ run: -T ps_6_0 -HV 2021
auto twice(float x) { return 2 * x; }
//~  ^ error[E2683]: a deduced result requires HLSL 202x (option '-HV 202x')
float4 main(float x : X) : SV_Target { return x; }
