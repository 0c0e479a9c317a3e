// Tests of ../patches.hlsl.
#include "../patches.hlsl"

[[test]]
[[bind("Frame", "{resolution: [200, 100], time: 1}")]]
void control_points_are_shared() {
    const float3 first = vertex_main(0).position;
    check_near(first, float3(-1.5, 0.35 * sin(-2) * cos(-2.25), -1.5), 1e-5);
    check_near(vertex_main(63).position, float3(1.5, 0.35 * sin(4) * cos(2.25), 1.5), 1e-5);
    check_near(vertex_main(6).position, float3(-0.5, 0, -1), 1e-5);
    for (uint i = 0; i < 4; ++i) {
        check(vertex_main(4 * i + 3).position == vertex_main(16 + 4 * i).position);
        check(vertex_main(12 + i).position == vertex_main(32 + i).position);
    }
}

[[test]]
[[bind("Frame", "{resolution: [200, 100], time: 0}")]]
void places_are_projected() {
    check_near(projected(float3(0, 0, 0)), float4(0, 0, 2 * 8 / 7.0, 3), 1e-5);
    check_near(projected(float3(1, 0, 0)), float4(0.7, 0, 2 * 8 / 7.0, 3), 1e-5);
    check_near(projected(float3(0, 1, 0)), float4(0, 0.84, 1.2 * 8 / 7, 2.2), 1e-5);
    check_near(projected(float3(0, 0, 1)), float4(0, 1.12, 2.6 * 8 / 7, 3.6), 1e-5);
}

// An edge of a third of the width has 33 pixels, and one of a part of a pixel counts as one part.
[[test]]
[[bind("Frame", "{resolution: [2000, 1000], time: 0}")]]
void edges_have_parts_of_twelve_pixels() {
    check_near(parts_of(float3(0, 0, 0), float3(1, 0, 0)), 0.7 / 3 * 1000 / 12, 1e-4);
    check(parts_of(float3(0, 0, 0), float3(0.01, 0, 0)) == 1);
    check(parts_of(float3(-2, 0, 0), float3(2, 0, 0)) == 64);
    const float pixels = (1.12 / 3.6 - 0.84 / 2.2) * 500;
    check_near(parts_of(float3(0, 0, 1), float3(0, 1, 0)), -pixels / 12, 1e-4);
}

[[property]]
void weights_are_a_partition([[range(0, 1)]] float t) {
    const float4 w = weights(t);
    check_near(dot(w, 1), 1, 1e-5);
    check_near(dot(w, float4(0, 1, 2, 3) / 3), t, 1e-5);
    check_near(dot(slopes(t), 1), 0, 1e-5);
    check_near(dot(slopes(t), float4(0, 1, 2, 3) / 3), 1, 1e-5);
    // Squares are the third of what the second differences say.
    check_near(dot(w, float4(0, 0, 1, 3) / 3), t * t, 1e-5);
    check_near(dot(w, float4(0, 0, 0, 1)), t * t * t, 1e-5);
    check_near(dot(slopes(t), float4(0, 0, 1, 3) / 3), 2 * t, 1e-5);
    check_near(dot(slopes(t), float4(0, 0, 0, 1)), 3 * t * t, 1e-5);
}

[[test]]
void surfaces_are_lit() {
    Varyings input = (Varyings)0;
    input.normal = float3(0, 3, 0);
    input.tint = float3(1, 0.5, 0.25);
    check_near(pixel_main(input), float4(input.tint * (3 / sqrt(22) + 0.2), 1), 1e-5);
    input.normal = float3(0, -1, 0);
    check_near(pixel_main(input), float4(input.tint * 0.2, 1), 1e-6);
    input.normal = float3(1, 0, 0);
    input.position = float3(-3, 3, -3);
    check_near(pixel_main(input), float4(input.tint * 1.2, 1), 1e-5);
}
