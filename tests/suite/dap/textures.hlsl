// Textures, arrays of resources, helpers that take resources, and wide numbers.

Texture2D<float4> picture : register(t0);
Texture3D<uint> volume : register(t1);
RWTexture2D<float> plane : register(u2);
SamplerState smooth : register(s3);
StructuredBuffer<uint> lists[2] : register(t4);

float4 sampled(Texture2D<float4> from, float2 place) {
    float4 colour = from.SampleLevel(smooth, place, 0);
    return colour * 2;
}

[numthreads(2, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float4 colour = sampled(picture, float2(0.25, 0.75));
    uint64_t wide = uint64_t(volume[uint3(0, 1, 1)]) << 40;
    half small = half(colour.x);
    plane[id.xy] = colour.y + small + lists[1][0] + float(wide >> 40);
}
//@ run: -T cs_6_0 -E main
