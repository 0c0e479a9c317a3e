// What layouts for graphics libraries are made of.
struct Light { float3 at; float size; };
[[vk::push_constant]] struct { float4 tint; uint count; } push;
cbuffer Scene : register(b0) { row_major float4x4 view; bool on; float weights[3]; };
StructuredBuffer<Light> lights : register(t1);
RWStructuredBuffer<float4> results : register(u2);
Texture2D<float4> colours : register(t3);
SamplerComparisonState shadow : register(s4);
SamplerState smooth : register(s5);
[[vk::image_format("rgba8")]] RWTexture2D<float4> image : register(u6);
Texture2D<float> depths : register(t7);
[[vk::constant_id(3)]] const float gain = 0.5;
[[vk::constant_id(4)]] const bool flip = true;
struct V { float3 at : POSITION; float2 uv : TEXCOORD0; uint id : ID; float4x4 place : PLACE; };
float4 main(V v) : SV_Position {
    float4 sum = mul(view, float4(v.at, 1)) * push.tint * gain;
    for (uint i = 0; i < push.count; i++) sum.xyz += lights[i].at * lights[i].size;
    results[v.id] = sum;
    image[uint2(0, 0)] = sum;
    sum += colours.SampleLevel(smooth, v.uv, 0) + depths.SampleCmpLevelZero(shadow, v.uv, 0.5) + weights[1] + on + flip;
    return mul(v.place, sum);
}
