//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
//@ run: -T ps_6_0 -E pixel_main -D VIGNETTE=0 -HV 2018
// A full-screen pass: chromatic aberration, filmic tone mapping, vignette and film grain.

#ifndef VIGNETTE
#define VIGNETTE 1
#endif

struct Settings {
    float exposure;
    float aberration;
    float grain;
    float time;
};

[[vk::push_constant]] ConstantBuffer<Settings> settings;

[[vk::binding(0, 0)]] Texture2D scene;
[[vk::binding(1, 0)]] SamplerState linearClamp;

struct Varyings {
    float4 position : SV_Position;
    float2 uv : TEXCOORD;
};

// One triangle that covers the screen, made from the vertex number alone.
Varyings vertex_main(uint vertex : SV_VertexID) {
    Varyings output;
    output.uv = float2((vertex << 1) & 2, vertex & 2);
    output.position = float4(output.uv * float2(2.0, -2.0) + float2(-1.0, 1.0), 0.0, 1.0);
    return output;
}

float3 filmic(float3 x) {
    const float a = 2.51, b = 0.03, c = 2.43, d = 0.59, e = 0.14;
    return saturate((x * (a * x + b)) / (x * (c * x + d) + e));
}

float noise(float2 p) {
    return frac(sin(dot(p, float2(12.9898, 78.233))) * 43758.5453);
}

float4 pixel_main(Varyings input) : SV_Target {
    const float2 fromCenter = input.uv - 0.5;
    const float2 shift = fromCenter * dot(fromCenter, fromCenter) * settings.aberration;

    float3 color;
    color.r = scene.Sample(linearClamp, input.uv - shift).r;
    color.g = scene.Sample(linearClamp, input.uv).g;
    color.b = scene.Sample(linearClamp, input.uv + shift).b;

    color = filmic(color * settings.exposure);
#if VIGNETTE
    color *= smoothstep(0.9, 0.3, length(fromCenter));
#endif
    color += (noise(input.position.xy + settings.time) - 0.5) * settings.grain;
    return float4(color, 1.0);
}
