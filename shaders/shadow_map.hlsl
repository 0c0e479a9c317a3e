//@ run: -T ps_6_0 -E main
// A pixel shader that looks into cascaded shadow maps with comparison sampling.

#define CASCADES 4

cbuffer Shadows : register(b0) {
    float4x4 cascadeMatrices[CASCADES];
    float4 cascadeEnds;
    float2 texelSize;
    float bias;
    float3 sunDirection;
};

Texture2DArray<float> shadowMaps : register(t1);
SamplerComparisonState compare : register(s2);
Texture2D<float4> albedo : register(t3);
SamplerState trilinear : register(s4);

struct Input {
    float4 pixel : SV_Position;
    float3 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
    float depth : DEPTH;
    bool front : SV_IsFrontFace;
};

uint chooseCascade(float depth) {
    const float4 beyond = step(cascadeEnds, depth.xxxx);
    return min(uint(dot(beyond, 1.0)), CASCADES - 1);
}

// Three by three taps; each compares four texels.
float lit(float3 position, uint cascade) {
    const float4 projected = mul(cascadeMatrices[cascade], float4(position, 1.0));
    const float3 place = projected.xyz / projected.w;
    const float2 uv = place.xy * float2(0.5, -0.5) + 0.5;
    float sum = 0.0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
        [unroll]
        for (int x = -1; x <= 1; ++x)
            sum += shadowMaps.SampleCmpLevelZero(compare, float3(uv + float2(x, y) * texelSize, cascade),
                                                 place.z - bias);
    return sum / 9.0;
}

float4 main(Input input) : SV_Target {
    const float4 color = albedo.Sample(trilinear, input.uv);
    const float3 normal = normalize(input.front ? input.normal : -input.normal);
    const float diffuse = saturate(dot(normal, -sunDirection));
    [branch]
    if (diffuse <= 0.0)
        return float4(0.1 * color.rgb, color.a);
    const float shadow = lit(input.position, chooseCascade(input.depth));
    return float4(color.rgb * (0.1 + 0.9 * diffuse * shadow), color.a);
}
