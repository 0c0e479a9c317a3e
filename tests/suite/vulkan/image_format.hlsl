//@ run: -T cs_6_0
//@ check: OpTypeImage %float 2D 2 0 0 2 Rgba8
//@ check: OpTypeImage %float 2D 2 0 0 2 Rgba32f
[[vk::image_format("rgba8")]] RWTexture2D<float4> small;
RWTexture2D<float4> usual;
[numthreads(1, 1, 1)] void main(uint2 i : SV_DispatchThreadID) { usual[i] = small[i]; }
