// Tests of ../mandelbrot.hlsl.
#include "../mandelbrot.hlsl"

[[property]]
void colors_repeat([[range(-4, 4)]] float t) {
    check(all(palette(t) >= 0) && all(palette(t) <= 1));
    check_near(palette(t), palette(t + 1), 1e-5);
    check_near(palette(t) + palette(t + 0.5), 1, 1e-5);
}

[[test]]
void colors_have_phases() {
    check_near(palette(0).x, 1, 1e-6);
    check_near(palette(0.25).x, 0.5, 1e-6);
    check_near(palette(0.4).y, 0.5 + 0.5 * cos(3.14159265), 1e-6);
    check_near(palette(0.3).z, 0.5 + 0.5 * cos(3.14159265), 1e-6);
}

// The middles of these texels are numbers with known counts: 0 stays, 1 and i do too, 2 leaves at once.
[[test]]
[[threads(8, 8)]]
[[bind("view", "{center: [0.5, 0], scale: 2, iterations: 40}")]]
[[bind("image", "image:4x2:rgba32float:f32:9*32")]]
void known_numbers(uint3 id : SV_DispatchThreadID) {
    main(id);
    if (any(id.xy >= uint2(4, 2)))
        return;
    const float2 c = float2(0.5 + (id.x - 1.5), id.y - 0.5);
    float2 z = 0;
    float n = 0;
    while (n < 40 && z.x * z.x + z.y * z.y < 256) {
        z = float2(z.x * z.x - z.y * z.y + c.x, z.x * z.y + z.x * z.y + c.y);
        n = n + 1;
    }
    const float along = n + 1 - log2(log2(sqrt(z.x * z.x + z.y * z.y)));
    const float3 expected = n == 40 ? (float3)0 : palette(along / 64);
    check_near(image[id.xy], float4(expected, 1), 1e-4, "texel %u, %u", id.x, id.y);
}

// Numbers are followed up to an absolute value of 16.
[[test]]
[[bind("view", "{center: [16, 0], scale: 0, iterations: 30}")]]
[[bind("image", "image:1x1:rgba32float:f32:9*4")]]
void numbers_leave_at_sixteen() {
    main(0);
    check_near(image[uint2(0, 0)], float4(palette(0), 1), 1e-5);
}

// A set of one point: whatever is drawn around it has been left by then.
[[test]]
[[bind("view", "{center: [-2, 0], scale: 0, iterations: 30}")]]
[[bind("image", "image:1x1:rgba32float:f32:9*4")]]
void the_tip_belongs_to_the_set() {
    main(0);
    check(image[uint2(0, 0)] == float4(0, 0, 0, 1));
}
