// hlsl2spirv: -T cs_6_10 -fspv-target-env=vulkan1.3
// Tests of ../ambient_occlusion.hlsl.
#include "../ambient_occlusion.hlsl"

[[property]]
void hashes_are_permutations(uint x, uint y) {
    check((hash(x) == hash(y)) == (x == y));
}

[[test]]
[[case (1, 0x6D4F89D6u)]]
void hashes_have_known_values(uint x, uint expected) {
    uint h = x;
    h = (h ^ h / 65536) * 0x7feb352du;
    h = (h ^ h / 32768) * 0x846ca68bu;
    check(hash(x) == (h ^ h / 65536));
}

[[property]]
void numbers_are_below_one(uint state) {
    uint found = state;
    const float number = next(found);
    check(found == hash(state));
    check(number == (found / 256) / 16777216.0);
}

[[test]]
void rays_have_ends() {
    const RayDesc ray = towards(float3(1, 2, 3), float3(4, 5, 6), 7, 8);
    check(ray.Origin == float3(1, 2, 3));
    check(ray.Direction == float3(4, 5, 6));
    check(ray.TMin == 7);
    check(ray.TMax == 8);
}

// A triangle at a height of 2, which is turned from the one that is given.
[[test]]
[[bind("scene",
       "{tlas: [{blas: 'leaf', transform: [[0, 0, 1, 0], [1, 0, 0, 2], [0, 1, 0, 0]]}], blas: {leaf: {vertices: [[0, -4, -4], [0, 4, -4], [0, 0, 4]]}}}")]]
void the_nearest_surface_is_found() {
    const Surface below = nearest(float3(0.5, 0, 0), float3(0, 0.5, 0));
    check(below.isHit);
    check_near(below.position, float3(0.5, 2, 0), 1e-5);
    check_near(below.normal, float3(0, -1, 0), 1e-5);
    const Surface above = nearest(float3(0, 3, 0), float3(0, -1, 0));
    check_near(above.position, float3(0, 2, 0), 1e-5);
    check_near(above.normal, float3(0, 1, 0), 1e-5);
    check(!nearest(float3(0, 3, 0), float3(0, 1, 0)).isHit);
    check(!nearest(float3(0, -998.5, 0), float3(0, 1, 0)).isHit);
    check(nearest(float3(0, -997.5, 0), float3(0, 1, 0)).isHit);
}

[[test]]
[[bind("scene", "{vertices: [[-4, 2, -4], [4, 2, -4], [0, 2, 4]]}")]]
void what_is_near_blocks() {
    check(isBlocked(float3(0, 0, 0), float3(0, 1, 0), 2.1));
    check(!isBlocked(float3(0, 0, 0), float3(0, 1, 0), 1.9));
    check(!isBlocked(float3(0, 0, 0), float3(0, -1, 0), 9));
    // What begins at a surface does not hit it.
    check(!isBlocked(float3(0, 2 - 0.0004, 0), float3(0, 1, 0), 9));
    check(isBlocked(float3(0, 2 - 0.0006, 0), float3(0, 1, 0), 9));
}
