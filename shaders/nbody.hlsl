//@ run: -T cs_6_0 -E main
// One step of a gravitational n-body simulation; bodies pass through groupshared memory a tile at a time.

#define GROUP_SIZE 128

struct Body {
    float3 position;
    float mass;
    float3 velocity;
    float pad;
};

cbuffer Step : register(b0) {
    uint count;
    float seconds;
    float softening;
};

StructuredBuffer<Body> before : register(t1);
RWStructuredBuffer<Body> after : register(u2);

groupshared float4 tile[GROUP_SIZE];

float3 attraction(float3 at, float4 other) {
    const float3 away = other.xyz - at;
    const float inverse = rsqrt(dot(away, away) + softening * softening);
    return away * (other.w * inverse * inverse * inverse);
}

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    Body body = (Body)0;
    if (id.x < count)
        body = before[id.x];

    float3 acceleration = 0.0;
    for (uint start = 0; start < count; start += GROUP_SIZE) {
        const uint other = start + lane;
        tile[lane] = other < count ? float4(before[other].position, before[other].mass) : 0.0;
        GroupMemoryBarrierWithGroupSync();
        for (uint i = 0; i < GROUP_SIZE; ++i)
            acceleration += attraction(body.position, tile[i]);
        GroupMemoryBarrierWithGroupSync();
    }

    body.velocity += acceleration * seconds;
    body.position += body.velocity * seconds;
    if (id.x < count)
        after[id.x] = body;
}
