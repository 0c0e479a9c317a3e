// Tests of ../lit.hlsl.
#include "../lit.hlsl"

// The identity but for a turn of x towards y, and a shift.
[[test]]
[[bind("Frame", "{view_projection: [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0], [0, 0, 1, 4]]}")]]
[[bind("Object",
       "{world: [[0, -1, 0, 5], [1, 0, 0, 6], [0, 0, 1, 7], [0, 0, 0, 1]], normal_matrix: [[0, -2, 0], [2, 0, 0], [0, 0, 2]]}")]]
void vertices_are_placed() {
    VertexInput input;
    input.position = float3(1, 2, 3);
    input.normal = float3(1, 0, 3);
    input.tangent = float4(0, 1, 0, -1);
    input.uv = float2(0.25, 0.75);
    const Varyings output = vertex_main(input);
    check(output.position == float3(3, 7, 10));
    check(output.clip == float4(3, 14, 30, 14));
    check(output.normal == float3(0, 2, 6));
    check(output.tangent == float4(-1, 0, 0, -1));
    check(output.uv == input.uv);
}

Varyings surface() {
    Varyings input = (Varyings)0;
    input.normal = float3(0, 0, 2);
    input.tangent = float4(3, 0, 1, 1);
    input.uv = 0.5;
    return input;
}

[[test]]
[[threads(2, 2)]]
[[bind("normal_map", "image:1x1:rg32float:f32:0.5,0.5")]]
void flat_maps_keep_the_normal() {
    check_near(surface_normal(surface()), float3(0, 0, 1), 1e-6);
}

[[test]]
[[threads(2, 2)]]
[[bind("normal_map", "image:1x1:rg32float:f32:0.8,0.9")]]
void maps_turn_the_normal() {
    Varyings input = surface();
    check_near(surface_normal(input), float3(0.6, 0.8, 0), 1e-3);
    input.tangent.w = -1;
    check_near(surface_normal(input), float3(0.6, -0.8, 0), 1e-3);
}

[[test]]
[[bind("Object", "{roughness: 1}")]]
void rough_surfaces_shade() {
    const float3 up = float3(0, 0, 1), slant = float3(0.6, 0, 0.8);
    // The exponent is 2, and the highlight of a mirrored ray is half as strong as the color of dielectrics.
    check_near(shade(up, up, up, 1, 0.5), 0.5 + 0.04 * 0.5, 1e-6);
    check_near(shade(up, float3(-0.6, 0, 0.8), slant, float3(1, 2, 3), 0.25), 0.8 * (0.25 + 0.02) * float3(1, 2, 3),
               1e-5);
    check_near(shade(up, up, slant, 1, 0), 0.8 * 0.04 * 0.5 * 0.9, 1e-5);
    check(shade(up, up, -up, 1, 1) == 0);
}

[[test]]
[[bind("Object", "{roughness: 0.8}")]]
void smooth_surfaces_shine() {
    const float3 up = float3(0, 0, 1);
    check_near(shade(up, up, up, 1, 0), 0.04 * (8 + 2) / 8.0, 1e-6);
    check_near(shade(up, up, float3(0.6, 0, 0.8), 1, 0), 0.8 * 0.04 * pow(0.9, 4) * 10 / 8.0, 1e-5);
}
