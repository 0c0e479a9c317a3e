// hlsl2spirv: -T lib_6_10 -fspv-target-env=vulkan1.3
// Tests of ../garden.hlsl.
#include "../garden.hlsl"

// The generator is PCG's RXS-M-XS with 32 bits.
[[test]]
[[case (0, 129708002u)]]
[[case (1, 2831084092u)]]
void numbers_are_permuted(uint state, uint expected) {
    uint random = state;
    check(next(random) == (expected / 256) / 16777216.0);
    check(random == state * 747796405u + 2891336453u);
}

[[property]]
void numbers_are_below_one(uint state) {
    uint random = state;
    const float number = next(random);
    check(number >= 0 && number < 1);
}

[[test]]
void rays_begin_a_little_away() {
    const RayDesc ray = towards(float3(1, 2, 3), float3(4, 5, 6));
    check(ray.Origin == float3(1, 2, 3));
    check(ray.Direction == float3(4, 5, 6));
    check(ray.TMin == 0.001f && ray.TMax == 1000);
}

[[property]]
void light_is_scattered_above(uint state) {
    uint random = state, other = state;
    const float3 found = scattered(float3(0, 0, 1), random);
    const float z = 1 - 2 * next(other), angle = 2 * 3.14159265 * next(other);
    const float r = sqrt(1 - z * z);
    const float3 tip = float3(r * cos(angle), r * sin(angle), 1.001 + z);
    check_near(found, tip / length(tip), 1e-4);
    check(found.z > 0 && random == other);
}

float3 color_of_stone(float3 position) {
    Material material = { position, float3(9, 9, 9) };
    stone(material);
    return material.color;
}

[[test]]
void stones_are_a_checker() {
    const float3 dark = float3(0.35, 0.33, 0.3), bright = float3(0.68, 0.64, 0.58);
    check(color_of_stone(float3(0.3, 0, 0.3)) == bright);
    check(color_of_stone(float3(0.7, 0, 0.3)) == dark);
    check(color_of_stone(float3(0.6, 0, 0.3)) == bright);
    check(color_of_stone(float3(0.3, 0, 0.7)) == dark);
    check(color_of_stone(float3(0.7, 0, 0.7)) == bright);
    check(color_of_stone(float3(-0.3, 0, 0.3)) == dark);
    // Walls have one color.
    check(color_of_stone(float3(0.7, 0.02, 0.3)) == bright);
    check(color_of_stone(float3(0.7, 0.01, 0.3)) == bright);
}

[[test]]
void woods_have_a_grain() {
    const float3 dark = float3(0.45, 0.27, 0.12), bright = float3(0.6, 0.4, 0.2);
    Material material = { float3(0.125, 0, 5), float3(9, 9, 9) };
    wood(material);
    check_near(material.color, lerp(dark, bright, 0.75), 1e-5);
    material.position = float3(0, 3.14159265 / 18, 5);
    wood(material);
    check_near(material.color, lerp(dark, bright, 0.4), 1e-5);
}

[[test]]
[[case (-1)]]
[[case (0)]]
[[case (1)]]
void balls_differ(float x) {
    Material material = { float3(x, 1, 1), float3(9, 9, 9) };
    glaze(material);
    check(material.color == (x > 0 ? float3(0.15, 0.45, 0.3) : float3(0.6, 0.15, 0.12)));
}
