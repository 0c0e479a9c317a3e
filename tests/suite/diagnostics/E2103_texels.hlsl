//@ run: -T ps_6_0
// Cubes have no texels to index, and a pixel reads its own part of a subpass input.
TextureCube<float4> cube : register(t0);
TextureCubeArray<float4> cubes : register(t1);
[[vk::input_attachment_index(0)]] SubpassInput<float4> input : register(t2);
[[vk::input_attachment_index(1)]] SubpassInputMS<float4> samples : register(t3);

float4 main() : SV_Target {
    return cube[uint3(0, 0, 0)] + cubes.mips[0][uint4(0, 0, 0, 0)] + input[uint2(1, 1)] + samples.sample[0][uint2(1, 1)];
//~        ^ error[E2103]: 'TextureCube<float4>' cannot be indexed
//~                                     ^ error[E2100]: no member named 'mips' in 'TextureCubeArray<float4>'
//~                                                                  ^ error[E2103]: 'SubpassInput<float4>' cannot be indexed
//~                                                                                               ^ error[E2100]: no member named 'sample' in 'SubpassInputMS<float4>'
}
