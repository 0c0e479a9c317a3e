//@ run: -T ps_6_0
struct Maps { Texture2D maps[2][2]; SamplerState sampler; };
Texture2D<float4> nested[2][3];
//~               ^ error[E2540]: 'nested' is an array of arrays of resources, which Vulkan does not have
RWStructuredBuffer<uint> counted[][3];
//~                      ^ error[E2540]: 'counted' is an array of arrays of resources, which Vulkan does not have
Maps maps;
//~  ^ error[E2540]: 'maps' is an array of arrays of resources, which Vulkan does not have
// A struct is taken apart, so that its arrays may be in arrays.
struct Flat { Texture2D<float4> map[2]; };
Flat flat[2];
float4 main() : SV_Target { return flat[1].map[0][uint2(0, 0)]; }
