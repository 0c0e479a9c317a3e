//@ run: -T cs_6_0
struct Body {
    float3 place;
    uint kind;
    row_major float2x3 turn;
};
cbuffer Sim {
    float dt;
    uint count;
    float2 sizes[2];
    bool on;
};
RWStructuredBuffer<Body> bodies;

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    if (on && i < count) bodies[i].place += dt * sizes[1].xyy;
    bodies[i].kind += (uint)bodies[i].turn[1][2];
}
