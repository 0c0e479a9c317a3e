// Bodies that fall and rebound.

struct Body {
    float3 place;
    float size;
    float3 speed;
    uint rebounds;
};

cbuffer World : register(b0) {
    float3 gravity[2];
    float ground;
    row_major float3x3 turn;
};

RWStructuredBuffer<Body> bodies : register(u1);

struct Step {
    float dt;
    uint count;
};
[[vk::push_constant]] Step step;

[[vk::constant_id(0)]] const float damping = 1;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    if (i >= step.count) return;
    Body body = bodies[i];
    body.speed += mul(turn, gravity[i & 1]) * step.dt;
    body.place += body.speed * step.dt;
    if (body.place.y < ground + body.size) {
        body.place.y = ground + body.size;
        body.speed.y = -body.speed.y * damping;
        body.rebounds++;
    }
    bodies[i] = body;
}
