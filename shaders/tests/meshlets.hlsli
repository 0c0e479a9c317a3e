// hlsl2spirv: -fspv-target-env=vulkan1.3
// Tests of ../meshlets.hlsl.
#include "../meshlets.hlsl"

[[test]]
[[bind("Frame", "{resolution: [200, 100], time: 1.5707963}")]]
void the_torus_turns() {
    check_near(turned(float3(1, 0, 0)), float3(0, -0.6, -0.8), 1e-6);
    check_near(turned(float3(0, 1, 0)), float3(0, 0.8, -0.6), 1e-6);
    check_near(turned(float3(0, 0, 1)), float3(1, 0, 0), 1e-6);
}

// Without time only the tilt remains.
[[test]]
[[bind("Frame", "{resolution: [200, 100], time: 0}")]]
void points_lie_on_the_torus() {
    const float quarter = TURN / 4;
    check_near(normal_at(0), float3(1, 0, 0), 1e-6);
    check_near(normal_at(float2(0, quarter)), float3(0, 0.8, -0.6), 1e-6);
    check_near(normal_at(float2(quarter, 0)), float3(0, 0.6, 0.8), 1e-6);
    check_near(point_at(0), float3(1.4, 0, 0), 1e-6);
    check_near(point_at(float2(quarter, quarter)), float3(0, 0.6 + 0.32, 0.8 - 0.24), 1e-6);
}

[[test]]
void meshlets_are_lit() {
    Varyings input = (Varyings)0;
    Facts facts;
    facts.tint = float3(1, 0.5, 0.25);
    input.normal = float3(0, 3, 0);
    const float3 sky = float3(0.25, 0.3, 0.4);
    check_near(pixel_main(input, facts), float4(facts.tint * (3 / sqrt(22) + sky), 1), 1e-5);
    input.normal = float3(0, -1, 0);
    check_near(pixel_main(input, facts), float4(facts.tint * float3(0.12, 0.1, 0.08), 1), 1e-6);
    input.normal = float3(1, 0, 0);
    input.position = float3(-3, 3, -3);
    const float3 middle = (sky + float3(0.12, 0.1, 0.08)) / 2;
    check_near(pixel_main(input, facts), float4(facts.tint * (1 + middle), 1), 1e-5);
}
