/// How a light shines.
enum Mode { Lit, Shadowed = 4 };
/// A light.
struct Light {
    /// In metres.
    float3 place;
    Mode mode;
    uint layer : 5;
    uint count : 20;
    vk::BufferPointer<float4> samples;
};
/// Nothing in memory.
struct Textures {
    Texture2D<float3> colours;
};
struct Corner {
    float3 at[2];
    bool is_round;
};
[[vk::constant_id(3)]] const float strength = 0.5;
[[vk::constant_id(1)]] const bool doubled = true;
cbuffer Scene : register(b2, space1) {
    row_major float2x3 turn;
    float last;
    Corner corners[2];
};
/// Of each draw.
[[vk::push_constant]] struct {
    Light light;
    float dt;
} pushed;
RWStructuredBuffer<Light> lights : register(u0);
Texture2D<float3> colours[4] : register(t1);
RWByteAddressBuffer bytes;
