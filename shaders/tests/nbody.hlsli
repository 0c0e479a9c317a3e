// Tests of ../nbody.hlsl.
#include "../nbody.hlsl"

[[test]]
[[bind("Step", "{count: 0, seconds: 0, softening: 0}")]]
void attraction_falls_with_the_square() {
    check_near(attraction(0, float4(2, 0, 0, 3)), float3(0.75, 0, 0), 1e-6);
    check_near(attraction(float3(1, 1, 1), float4(1, -1, 1, 8)), float3(0, -2, 0), 1e-5);
}

[[test]]
[[bind("Step", "{count: 0, seconds: 0, softening: 4}")]]
void attraction_is_softened() {
    check(attraction(1, float4(1, 1, 1, 5)) == 0);
    check_near(attraction(0, float4(0, 3, 0, 125)), float3(0, 3, 0), 1e-5);
}

// Two heavy bodies in the second and in the last place; those between them have no mass.
[[test]]
[[threads(128)]]
[[groups(2)]]
[[bind("Step", "{count: 130, seconds: 0.5, softening: 0.25}")]]
[[bind("before", "f32:0*8,1,0,0,8,0,2,0,7,0*1016,0,3,0,4,0,0,-1,7,9*8")]]
[[bind("after", "f32:5*2048")]]
void bodies_move(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    main(id, lane);
    const Body moved = after[id.x];
    if (id.x >= 130) {
        check(moved.mass == 5);
        return;
    }
    const Body body = before[id.x];
    const float3 a = float3(1, 0, 0) - body.position;
    const float3 b = float3(0, 3, 0) - body.position;
    const float3 acceleration =
        8 * a / pow(dot(a, a) + 0.0625, 1.5) + 4 * b / pow(dot(b, b) + 0.0625, 1.5);
    const float3 velocity = body.velocity + 0.5 * acceleration;
    check_near(moved.velocity, velocity, 1e-3, "body %u", id.x);
    check_near(moved.position, body.position + 0.5 * velocity, 1e-3, "body %u", id.x);
    check(moved.mass == body.mass && moved.pad == body.pad);
}
