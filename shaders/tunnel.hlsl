//@ run: -T ps_6_0 -E main
// A tunnel without geometry: a pixel shader that knows its place in the picture and the time. `hlsl2spirv draw` fills in the
// constants.

cbuffer Frame : register(b0) {
    float2 resolution;
    float time;
};

// A checker of rings and spokes, seen from inside a cylinder.
float3 wall(float2 at) {
    float2 cell = floor(at * float2(8, 4));
    float is_bright = fmod(abs(cell.x + cell.y), 2);
    float3 warm = float3(0.9, 0.5, 0.2);
    float3 cold = float3(0.1, 0.2, 0.4);
    return lerp(cold, warm, is_bright);
}

float4 main(float4 position : SV_Position) : SV_Target {
    float2 at = (2 * position.xy - resolution) / min(resolution.x, resolution.y);
    float radius = length(at);
    if (radius < 0.02) {
        discard;
    }
    float angle = atan2(at.y, at.x) / 3.14159265;
    float depth = 0.5 / radius;
    float3 color = wall(float2(angle, depth + time));
    // Cells become smooth where a pixel covers several.
    float blur = saturate(4 * fwidth(depth));
    float fog = saturate(radius * 1.5);
    return float4(lerp(color, float3(0.5, 0.35, 0.3), blur) * fog, 1);
}
