//@ run: -T ps_6_0 -E main
cbuffer Frame : register(b0) { float4 tint; };
// A constant buffer and a texture have numbers of their own in Direct3D: -Wregister-overlap tells of them.
Texture2D image : register(t0);
Texture2D same : register(t1);
Texture2D alias : register(t1);
//~       ^ warning[W2541]: 'alias' (a sampled image) has the same binding 1 in set 0 as 'same' (a sampled image)
[[vk::binding(5)]] Texture2D read;
//~                          ^ warning[W2541]: 'read' (a sampled image) has the same binding 5 in set 0 as 'written' (a storage image)
[[vk::binding(5)]] RWTexture2D<float4> written;
SamplerState smooth : register(s1);
RWTexture2D<float4> unused : register(u1);
float4 main(float2 uv : UV) : SV_Target {
    written[uint2(uv)] = read[uint2(uv)];
//~               ^ warning[W2160]: normalized coordinates are converted to integers, and texels are numbered from 0 to the texture's size
//~                                 ^ warning[W2160]: normalized coordinates are converted to integers, and texels are numbered from 0 to the texture's size
    return tint + image.Sample(smooth, uv) + same.Sample(smooth, uv) + alias.Sample(smooth, uv);
}
