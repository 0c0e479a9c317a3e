//@ run: -T cs_6_0 -E invert
//@ run: -T cs_6_0 -E sum

// A picture in, a picture out; and a buffer of the texels of one.
Texture2D<float4> source : register(t0);
[[vk::image_format("rgba8")]] RWTexture2D<float4> target : register(u1);
StructuredBuffer<uint> texels : register(t2);
RWStructuredBuffer<uint> total : register(u3);

[numthreads(2, 2, 1)]
void invert(uint3 at : SV_DispatchThreadID) {
    float4 texel = source[at.xy];
    target[at.xy] = float4(1 - texel.rgb, texel.a);
}

[numthreads(1, 1, 1)]
void sum() {
    uint all = 0;
    for (uint index = 0; index < 4; ++index) all += texels[index] & 0xff;
    total[0] = all;
}
