//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
// A mesh on a turntable, lit by one lamp and by the sky. `hlsl2spirv draw --input` gives the vertices, and fills in the
// constants.

cbuffer Frame : register(b0) {
    float2 resolution;
    float time;
};

struct VertexInput {
    float3 position : POSITION;
    float3 normal : NORMAL;
};

struct Varyings {
    float4 clip : SV_Position;
    float3 position : POSITION;
    float3 normal : NORMAL;
};

static const float DISTANCE = 3;
static const float NEAR = 1;
static const float FAR = 8;

// Turns around the vertical axis with the time, then towards the eye, which looks down from a little above.
float3 turned(float3 at) {
    float s, c;
    sincos(time, s, c);
    at = float3(c * at.x + s * at.z, at.y, c * at.z - s * at.x);
    const float2 tilt = float2(0.8, 0.6);
    return float3(at.x, tilt.x * at.y + tilt.y * at.z, tilt.x * at.z - tilt.y * at.y);
}

Varyings vertex_main(VertexInput input) {
    Varyings output;
    output.position = turned(input.position);
    output.normal = turned(input.normal);
    float depth = output.position.z + DISTANCE;
    float2 scale = float2(resolution.y / resolution.x, 1) * 2;
    output.clip = float4(output.position.xy * scale, (depth - NEAR) * FAR / (FAR - NEAR), depth);
    return output;
}

float4 pixel_main(Varyings input) : SV_Target {
    float3 normal = normalize(input.normal);
    float3 to_lamp = normalize(float3(-2, 3, -3) - input.position);
    float3 to_eye = normalize(float3(0, 0, -DISTANCE) - input.position);
    float diffuse = saturate(dot(normal, to_lamp));
    float shine = pow(saturate(dot(normal, normalize(to_lamp + to_eye))), 40);
    float3 sky = lerp(float3(0.12, 0.1, 0.08), float3(0.25, 0.3, 0.4), 0.5 + 0.5 * normal.y);
    float3 color = float3(0.8, 0.4, 0.25) * (diffuse + sky) + 0.3 * shine;
    return float4(color, 1);
}
