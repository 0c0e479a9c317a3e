//@ run: -T cs_6_0 -E main
// One direction of a separable Gaussian blur, sampled between texels to halve the number of taps.

static const int TAPS = 5;
static const float OFFSETS[TAPS] = { 0.0, 1.4117647, 3.2941176, 5.1764706, 7.0588235 };
static const float WEIGHTS[TAPS] = { 0.1964825, 0.2969069, 0.0944704, 0.0103813, 0.0002569 };

struct Pass {
    float2 direction; // in texels
    float2 texel;     // the size of one
};

ConstantBuffer<Pass> pass : register(b0);
Texture2D<float4> source : register(t1);
SamplerState linearClamp : register(s2);
RWTexture2D<float4> target : register(u3);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint2 size;
    target.GetDimensions(size.x, size.y);
    if (any(id.xy >= size))
        return;

    const float2 uv = (id.xy + 0.5) * pass.texel;
    float4 sum = source.SampleLevel(linearClamp, uv, 0.0) * WEIGHTS[0];
    [unroll]
    for (int tap = 1; tap < TAPS; ++tap) {
        const float2 offset = pass.direction * OFFSETS[tap] * pass.texel;
        sum += source.SampleLevel(linearClamp, uv + offset, 0.0) * WEIGHTS[tap];
        sum += source.SampleLevel(linearClamp, uv - offset, 0.0) * WEIGHTS[tap];
    }
    target[id.xy] = sum;
}
