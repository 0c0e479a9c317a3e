//@ run: -T ps_6_0 -fspv-target-env=vulkan1.3 -fcgl
// What memory cannot hold, in each kind of memory.
struct Textured { float4 factor; Texture2D map; };
struct Nested { Textured inner[2]; };
struct Open { Texture2D rest[]; };
//~                     ^ error[E2601]: member 'rest' must have an array length
struct Incomplete;
typedef StructuredBuffer<Incomplete> OfIncomplete;
struct Incomplete { SamplerState state; };

ConstantBuffer<Textured> block;
//~ error[E2028]: element of 'ConstantBuffer' cannot have type 'Textured'
ConstantBuffer<Nested> blocks[2];
//~ error[E2028]: element of 'ConstantBuffer' cannot have type 'Nested'
TextureBuffer<Open> open;
OfIncomplete late;
//~          ^ error[E2028]: variable cannot have type 'StructuredBuffer<Incomplete>'
[[vk::push_constant]] Textured pushed;
//~                            ^ error[E2028]: push constant block cannot have type 'Textured'
groupshared SamplerState shared;
//~                      ^ error[E2028]: groupshared variable cannot have type 'SamplerState'
InputPatch<float4, 3> patch;
//~                   ^ error[E2028]: uniform variable cannot have type 'InputPatch<float4, 3>'
cbuffer Members { InputPatch<float4, 3> member; };
//~                                     ^ error[E2028]: member cannot have type 'InputPatch<float4, 3>'

vk::BufferPointer<Nested> pointer(uint64_t address);
//~ ^ error[E2028]: element of 'vk::BufferPointer' cannot have type 'Nested'
vk::BufferPointer<string> text(uint64_t address);
//~ ^ error[E2028]: element of 'vk::BufferPointer' cannot have type 'string'

float4 main() : SV_Target { return 0; }
