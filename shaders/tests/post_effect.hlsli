// Tests of ../post_effect.hlsl.
#include "../post_effect.hlsl"

[[test]]
[[case (0, 0, 0)]]
[[case (1, 2, 0)]]
[[case (2, 0, 2)]]
void one_triangle_covers_the_screen(uint vertex, float u, float v) {
    const Varyings output = vertex_main(vertex);
    check(output.uv == float2(u, v));
    check(output.position == float4(2 * u - 1, 1 - 2 * v, 0, 1));
}

[[test]]
void the_curve_has_known_points() {
    check(all(filmic(0) == 0));
    check_near(filmic(1), 2.54 / 3.16, 1e-6);
    check_near(filmic(0.5), 0.6425 / 1.0425, 1e-6);
    check(all(filmic(100) == 1));
}

[[property]]
void noise_is_a_fraction([[range(0, 100)]] float2 p) {
    check(noise(p) >= 0 && noise(p) < 1);
}

[[test]]
void noise_depends_on_both_numbers() {
    check(noise(0) == 0);
    check_near(noise(float2(0.01, 0)), frac(sin(0.129898) * 43758.5453), 0.01);
    check_near(noise(float2(0, 0.001)), frac(sin(0.078233) * 43758.5453), 0.01);
}

// Red and blue are sampled at other places, which lie on a line through the middle.
[[test]]
[[threads(2, 2)]]
[[bind("settings", "{exposure: 2, aberration: 2, grain: 0.5, time: 3}")]]
[[bind("scene", "image:2x1:rgba32float:f32:0,0,0,0,0.4,0.3,0.2,0")]]
void pixels_are_toned() {
    Varyings input;
    input.uv = float2(0.75, 0.5);
    input.position = float4(0, 0, 0, 1);
    // The shift is 1 / 32, which is a 16th of the way between the texels; the right one begins at 0.75.
    const float3 color = filmic(2 * float3(0.4 * 15 / 16, 0.3, 0.2));
    const float grain = (noise(float2(3, 3)) - 0.5) * 0.5;
    const float t = (0.9 - 0.25) / 0.6;
    check_near(pixel_main(input), float4(color * min(1, t) + grain, 1), 1e-4);
    input.uv = float2(0.5, 0.9);
    const float3 middle = filmic(float3(0.4, 0.3, 0.2));
    const float far = (0.9 - 0.4) / 0.6;
    check_near(pixel_main(input), float4(middle * far * far * (3 - 2 * far) + grain, 1), 1e-4);
}
