//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1
// Seventeen samples along a row, between texels.
cbuffer Params : register(b0) {
    float2 texel; // the size of one
};

Texture2D<float4> source : register(t1);
SamplerState linearClamp : register(s2);
RWTexture2D<float4> target : register(u3);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    const float2 uv = (id.xy + 0.5) * texel;
    float4 sum = 0.0;
    for (int tap = -8; tap <= 8; ++tap)
        sum += source.SampleLevel(linearClamp, uv + float2(1.5 * tap, 0.25) * texel, 0.0);
    target[id.xy] = sum / 17.0;
}
