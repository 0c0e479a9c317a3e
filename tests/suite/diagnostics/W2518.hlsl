//@ run: -T ps_6_0
[[vk::image_format("rgba16ff")]] RWTexture2D<float4> image;
//~ warning[W2518]: unknown image format 'rgba16ff'; attribute ignored
float4 main(float4 at : SV_Position) : SV_Target { return image[at.xy]; }
