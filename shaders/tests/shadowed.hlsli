// Tests of ../shadowed.hlsl.
#include "../shadowed.hlsl"

[[test]]
void views_have_a_frame() {
    check(seen(float3(1, 2, 3), float3(0, 0, 1)) == float3(1, 2, 3));
    check(seen(float3(1, 2, 3), float3(1, 0, 0)) == float3(-3, 2, 1));
    // Towards the floor, at 45 degrees.
    const float root = sqrt(0.5);
    check_near(seen(float3(0, 1, 0), float3(0, -root, root)), float3(0, root, -root), 1e-6);
}

[[test]]
void the_lamp_sees_places() {
    check_near(lit_place(0), float3(0, 0, 0.5), 1e-6);
    check_near(lit_place(TO_LAMP * 2), float3(0, 0, 0.25), 1e-6);
    // What is to the right of the lamp, and what is above.
    const float3 right = normalize(float3(-0.6, 0, 0.8));
    check_near(lit_place(right), float3(0.4, 0, 0.5), 1e-6);
    check_near(lit_place(cross(-TO_LAMP, right)), float3(0, 0.4, 0.5), 1e-6);
    check_near(TO_LAMP, float3(0.8, 1, 0.6) / sqrt(2), 1e-6);
}

[[test]]
[[bind("place", "{turn: [0.6, 0.8], height: 0.5, color: [1, 1, 1]}")]]
void meshes_turn_and_rise() {
    check_near(turned(float3(1, 2, 0)), float3(0.8, 2, -0.6), 1e-6);
    check_near(turned(float3(0, 2, 1)), float3(0.6, 2, 0.8), 1e-6);
    check_near(world(float3(0, 2, 1)), float3(0.6, 2.5, 0.8), 1e-6);
    VertexInput input = { float3(0, 2, 1), float3(1, 0, 0) };
    check(shadow_vertex(input) == float4(lit_place(world(input.position)), 1));
}

// The eye looks at the origin from a distance of 3.57…, with planes at 1 and 10.
[[test]]
[[bind("place", "{turn: [0, 1], height: 0, color: [1, 1, 1]}")]]
void vertices_are_projected() {
    VertexInput input = { float3(0, 0, 0), float3(1, 2, 3) };
    const float distance = length(float3(0, 1.6, -3.2));
    Varyings output = vertex_main(input);
    check_near(output.clip, float4(0, 0, (distance - 1) * 10 / 9.0, distance), 1e-5);
    check(output.normal == input.normal);
    input.position = float3(1, 0, 0);
    output = vertex_main(input);
    check(output.position == input.position);
    check_near(output.clip.xy, float2(1.7, 0), 1e-5);
    input.position = EYE * (1 - 10 / distance);
    output = vertex_main(input);
    check_near(output.clip.zw, 10, 1e-4);
}

// The map is 0.5 on its left half, and 0.9 on its right one: what lies at a depth of 0.7 sees the lamp on the right.
[[test]]
[[bind("shadow_map", "image:4x1:r32float:f32:0.5,0.5,0.9,0.9")]]
[[bind("nearer", "sampler:nearest,clamp,less-equal")]]
void lights_compare_depths() {
    const float3 right = normalize(float3(-0.6, 0, 0.8));
    const float3 deep = -TO_LAMP * 1.6;
    check(light_at(deep + 0.5 * right) == 1);
    check(light_at(deep - 0.5 * right) == 0);
    check(light_at(deep) == 0.5);
    check(light_at(-0.02 * TO_LAMP - 0.5 * right) == 1);
    check(light_at(-0.04 * TO_LAMP - 0.5 * right) == 0);
}

// A map whose upper half is deeper; what is above in the world is above in the map.
[[test]]
[[bind("place", "{turn: [0, 1], height: 0, color: [1, 0.5, 0.25]}")]]
[[bind("shadow_map", "image:1x4:r32float:f32:0.9,0.9,0.5,0.5")]]
[[bind("nearer", "sampler:nearest,clamp,less-equal")]]
void pixels_are_lit() {
    const float3 up = cross(-TO_LAMP, normalize(float3(-0.6, 0, 0.8)));
    const float3 deep = -TO_LAMP * 1.6;
    Varyings input = (Varyings)0;
    input.position = deep + 0.5 * up;
    input.normal = float3(0, 3, 0);
    const float3 color = float3(1, 0.5, 0.25);
    check_near(pixel_main(input), float4(color * (0.4 + 0.8 / sqrt(2)), 1), 1e-5);
    input.position = deep - 0.5 * up;
    check_near(pixel_main(input), float4(color * 0.4, 1), 1e-5);
    input.normal = float3(0, -1, 0);
    input.position = deep + 0.5 * up;
    check_near(pixel_main(input), float4(color * 0.1, 1), 1e-5);
}
