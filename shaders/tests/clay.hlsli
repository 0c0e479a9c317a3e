// Tests of ../clay.hlsl.
#include "../clay.hlsl"

// A quarter of a turn, and the tilt.
[[test]]
[[bind("Frame", "{resolution: [200, 100], time: 1.5707963}")]]
void meshes_turn() {
    check_near(turned(float3(1, 0, 0)), float3(0, -0.6, -0.8), 1e-6);
    check_near(turned(float3(0, 1, 0)), float3(0, 0.8, -0.6), 1e-6);
    check_near(turned(float3(0, 0, 1)), float3(1, 0, 0), 1e-6);
}

[[test]]
[[bind("Frame", "{resolution: [200, 100], time: 1.5707963}")]]
void vertices_are_projected() {
    VertexInput input = { float3(1, 0, 2), float3(0, 1, 0) };
    const Varyings output = vertex_main(input);
    check_near(output.position, float3(2, -0.6, -0.8), 1e-6);
    check_near(output.normal, float3(0, 0.8, -0.6), 1e-6);
    check_near(output.clip, float4(2, -1.2, 1.2 * 8 / 7, 2.2), 1e-5);
}

[[test]]
void clay_is_lit() {
    Varyings input = (Varyings)0;
    input.normal = float3(0, 2, 0);
    const float3 to_lamp = float3(-2, 3, -3) / sqrt(22);
    const float3 halfway = normalize(to_lamp + float3(0, 0, -1));
    const float3 clay = float3(0.8, 0.4, 0.25);
    const float3 sky = float3(0.25, 0.3, 0.4);
    check_near(pixel_main(input), float4(clay * (to_lamp.y + sky) + 0.3 * pow(halfway.y, 40), 1), 1e-5);
    input.normal = float3(0, -1, 0);
    check_near(pixel_main(input), float4(clay * float3(0.12, 0.1, 0.08), 1), 1e-6);
    // The mirrored ray of the lamp meets the eye.
    input.normal = halfway;
    input.position = float3(0, 0, 0);
    const float height = 0.5 + 0.5 * halfway.y;
    const float3 between = lerp(float3(0.12, 0.1, 0.08), sky, height);
    check_near(pixel_main(input), float4(clay * (dot(halfway, to_lamp) + between) + 0.3, 1), 1e-5);
}
