//@ run: -T cs_6_6 -E main -HV 202x
RWStructuredBuffer<float> r;
float scale = 2;
//~   ^ error[E2661]: initializer of uniform 'scale' is not allowed in HLSL 202x
cbuffer B { float4 colour = 1; };
//~                ^ error[E2661]: initializer of uniform 'colour' is not allowed in HLSL 202x

[numthreads(1, 1, 1)]
void main() { r[0] = scale + colour.x; }
