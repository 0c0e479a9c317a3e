//@ run: -T ps_6_0
Texture2D map : register(s0);
//~             ^ warning[W2170]: 'map' has a register of class 's', not 't'
SamplerState smooth : register(t1);
//~                   ^ warning[W2170]: 'smooth' has a register of class 't', not 's'
SamplerState sharp : register(s2);
Texture2D other : register(t3);
// What is bound by an attribute, or combined, has no such register.
[[vk::binding(4)]] Texture2D bound : register(s4);
[[vk::combinedImageSampler]] Texture2D both : register(s5);
[[vk::combinedImageSampler]] SamplerState too : register(s5);
float4 main(float2 uv : UV) : SV_Target {
    return map.Sample(smooth, uv) + other.Sample(sharp, uv) + bound.Sample(sharp, uv) + both.Sample(too, uv);
}
