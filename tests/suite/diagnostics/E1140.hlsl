//@ run: -T cs_6_6 -E main -HV 202x
RWStructuredBuffer<float> r;
technique T0 { pass P0 {} }
//~ error[E1140]: a technique is not supported in HLSL 202x
interface I { float f(); };
//~ error[E1140]: an interface is not supported in HLSL 202x
uniform float4 colour;
//~ error[E1140]: 'uniform' is not supported in HLSL 202x
shared float4 other;
//~ error[E1140]: 'shared' is not supported in HLSL 202x
int size < string Name = "x"; >;
//~      ^ error[E1140]: an annotation is not supported in HLSL 202x

[numthreads(1, 1, 1)]
void main() { r[0] = colour.x + other.x; }
