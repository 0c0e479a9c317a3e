//@ run: -T ps_6_0
// Buffers need the size of what they hold, so a struct cannot be in a buffer that it holds itself.
struct Tree { ConstantBuffer<Tree> child; };
//~                                ^ error[E2032]: struct 'Tree' contains itself
struct Branch { StructuredBuffer<Branch> leaves[2]; };
//~                                      ^ error[E2032]: struct 'Branch' contains itself
struct Later;
StructuredBuffer<Later> later;
//~                     ^ error[E2031]: incomplete type 'Later'
ConstantBuffer<float4> vectors;
//~ error[E2022]: template argument for 'ConstantBuffer' must be a struct
TextureBuffer<float4> texels;
//~ error[E2022]: template argument for 'TextureBuffer' must be a struct
groupshared RWStructuredBuffer<float> shared;
//~                                   ^ error[E2028]: groupshared variable cannot have type 'RWStructuredBuffer<float>'
[[vk::input_attachment_index(0)]] static SubpassInput attachment;
//~ error[E2511]: attribute 'vk::input_attachment_index' is not allowed here
RayQuery<0> query;
//~         ^ error[E2028]: uniform variable cannot have type 'RayQuery<0>'
float4 main() : SV_Target { return 0; }
