//@ run: -T ps_6_0
float f(float2 a) { return 2; }
float f(float3 a) { return 3; }
int g(int a) { return a; }
int g(uint a) { return a; }
float h(float4 v) { return f(v) + g(1); }
//~                        ^ error[E2112]: call to 'f' is ambiguous
//~                               ^ error[E2112]: call to 'g' is ambiguous
float4 main() : SV_Target { return 0; }
