//@ run: -T ps_6_0
//@ check: OpDecorate %albedo Binding 1
//@ check: %albedo = OpVariable %_ptr_UniformConstant_type_sampled_image{*} UniformConstant
//@ check-not: OpTypeSampler
//@ check: OpLoad %type_sampled_image{*} %albedo
//@ run: -T ps_6_0 -O0
//@ check-not: OpTypeSampler
//@ check: OpLoad %type_sampled_image{*} %albedo
//@ check: OpLoad %type_sampled_image{*} %layers
//@ run: -T ps_6_0 -fcgl
//@ check: %albedo = OpVariable %_ptr_UniformConstant_type_2d_image UniformConstant
// A texture and a sampler with the attribute and the same binding are one descriptor, also behind functions.

[[vk::combinedImageSampler]] Texture2D<float4> albedo : register(t1);
[[vk::combinedImageSampler]] SamplerState bilinear : register(s1);
[[vk::combinedImageSampler]] [[vk::binding(4, 2)]] Texture2DArray layers;
[[vk::combinedImageSampler]] [[vk::binding(4, 2)]] SamplerState layer_sampler;

float4 read(Texture2D<float4> from, SamplerState by, float2 at) { return from.Sample(by, at); }

float4 main(float2 at : AT) : SV_Target { return read(albedo, bilinear, at) + layers.Sample(layer_sampler, at.xyy); }
