//@ run: -T ps_6_0 -fcgl
//@ run: -T ps_6_0 -O3
// Vulkan has no arrays of arrays of resources; those that nobody uses do no harm.
Texture2D images[2][3];
RWStructuredBuffer<uint> counted[][3];
float4 main() : SV_Target { return 0; }
