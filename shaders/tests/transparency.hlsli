// Tests of ../transparency.hlsl.
#include "../transparency.hlsl"

// Panes stand on a circle; two triangles have the corners 0, 1, 2 and 3, 2, 1.
void stands(uint instance, uint pane) {
    const float angle = pane * 6.2831853 / 5;
    for (uint vertex = 0; vertex < 6; ++vertex) {
        const uint corners[6] = { 0, 1, 2, 3, 2, 1 };
        const Varyings output = vertex_main(vertex, instance);
        const float x = corners[vertex] % 2 == 0 ? -0.45 : 0.45, y = corners[vertex] < 2 ? -0.45 : 0.45;
        check_near(output.clip, float4(0.35 * cos(angle) + x, 0.35 * sin(angle) + y, 0.1 + 0.15 * pane, 1), 1e-5);
        check_near(output.color.x, 0.5 + 0.5 * cos(angle), 1e-5);
        check_near(output.color.y, 0.5 + 0.5 * cos(angle + 2.1), 1e-5);
        check_near(output.color.z, 0.5 + 0.5 * cos(angle + 4.2), 1e-5);
        check_near(output.color.w, 0.55, 1e-6);
    }
}

[[test]]
[[bind("panes", "u32:0")]]
void panes_stand_in_their_order() {
    for (uint instance = 0; instance < COUNT; ++instance)
        stands(instance, instance);
}

[[test]]
[[bind("panes", "u32:1")]]
void panes_stand_in_reverse() {
    for (uint instance = 0; instance < COUNT; ++instance)
        stands(instance, 4 - instance);
}

[[test]]
void near_layers_weigh_more() {
    Varyings input;
    input.clip = float4(0, 0, 0.5, 1);
    input.color = float4(1, 0.5, 0.25, 0.5);
    const Layer layer = layer_main(input);
    // The weight is half of 2 to the power of 3.
    check_near(layer.sum, float4(2, 1, 0.5, 2), 1e-5);
    check(layer.through == 0.5);
}

[[test]]
[[bind("sums", "image:9x9:rgba32float:f32:0*320,2,4,6,8")]]
[[bind("through", "image:9x9:r32float:f32:1*80,0.25")]]
void sums_are_divided() {
    check(compose_main(float4(0.5, 7.5, 0, 1)) == float4(0.55, 0.55, 0.55, 1));
    check(compose_main(float4(7.5, 8.5, 0, 1)) == float4(0.75, 0.75, 0.75, 1));
    check_near(compose_main(float4(8.5, 8.5, 0, 1)), float4(lerp(float3(0.25, 0.5, 0.75), 0.55, 0.25), 1), 1e-6);
}
