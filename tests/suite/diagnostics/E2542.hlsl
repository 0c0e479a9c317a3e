//@ run: -T ps_6_0 -E main
Texture2D t : register(b0);
//~           ^ error[E2542]: 't' requires a 't' register, found 'b'
SamplerState s : register(u1);
//~              ^ error[E2542]: 's' requires a 's' register, found 'u'
cbuffer C : register(t2) { float4 c; };
//~         ^ error[E2542]: 'C' requires a 'b' register, found 't'
RWTexture2D<float4> u : register(t3);
//~                     ^ error[E2542]: 'u' requires a 'u' register, found 't'
Texture2D old : register(s4);
//~             ^ warning[W2170]: 'old' has a register of class 's', not 't'
StructuredBuffer<float4> space : register(space1);
float4 main() : SV_Target { return t.Sample(s, 0.5) + c + u[uint2(0, 0)]; }
