// Tests of ../instancing.hlsl.
#include "../instancing.hlsl"

[[property]]
void normals_are_unpacked([[range(-511, 511)]] int x, [[range(-511, 511)]] int y, [[range(-511, 511)]] int z) {
    const uint bits = (x & 1023) | (y & 1023) << 10 | uint(z & 1023) << 20;
    check_near(unpackNormal(bits), float3(x, y, z) / 511, 1e-6);
    // The two bits above are free.
    check(unpackNormal(bits | 0xC0000000) == unpackNormal(bits));
}

[[test]]
void the_least_number_is_clamped() {
    check(unpackNormal(512) == float3(-1, 0, 0));
    check(unpackNormal(512 << 10) == float3(0, -1, 0));
    check(unpackNormal(512 << 20) == float3(0, 0, -1));
}

[[test]]
[[bind("Camera", "{viewProjection: [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0], [0, 0, 1, 4]]}")]]
[[bind("vertices", "[{}, {position: [1, 2, 3], packedNormal: 511, uv: [0.25, 0.75]}]")]]
[[bind("instances",
       "[{}, {}, {transform: [[0, -2, 0, 5], [2, 0, 0, 6], [0, 0, 2, 7]], color: [0.1, 0.2, 0.3, 0.4], material: 9}]")]]
[[bind("visible", "u32:1,2")]]
void instances_are_placed() {
    const Output output = main(1, 1);
    check(output.position == float4(1, 16, 39, 17));
    check_near(output.normal, float3(0, 1, 0), 1e-6);
    check(output.color == float4(0.1, 0.2, 0.3, 0.4));
    check(output.uv == float2(0.25, 0.75));
    check(output.material == 9);
}
