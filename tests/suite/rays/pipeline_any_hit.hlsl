//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = {tlas: [{blas: a}], blas: {a: [{vertices: [-1,-1,5,0,1,5,1,-1,5,-1,-1,2,0,1,2,1,-1,2,-1,-1,3,0,1,3,1,-1,3], opaque: false}, {vertices: [-1,-1,4,0,1,4,1,-1,4]}]}}
//@ in: results = zeros:144
//@ launch: 12 1 1
//@ out: results = f32:4.25,16,4.125,7,7,4,4.25,7,0.25,16,4.25,-1,144,755914240000,0,0,0,0,144,0,144,0,144,0,1,1,0,0,0,0,1,0,1,0,1,0

// Any-hit shaders ignore, accept and end; flags make primitives opaque, cull them and end at the first. What they leave in the
// payload stays, whether or not the candidate counts.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    float value;
    uint mode;
    bool is_seen;
    uint64_t mask;
};

static uint calls;

[shader("raygeneration")]
void main() {
    const uint index = DispatchRaysIndex().x;
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, 1), 100 };
    Payload payload = { 0, index, false, 0 };
    uint flags = RAY_FLAG_NONE;
    switch (index) {
        case 5: flags = RAY_FLAG_FORCE_OPAQUE; break;
        case 6: flags = RAY_FLAG_FORCE_NON_OPAQUE; break;
        case 7: flags = RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_FORCE_OPAQUE; break;
        case 8: flags = RAY_FLAG_SKIP_CLOSEST_HIT_SHADER; break;
        case 9: flags = RAY_FLAG_CULL_NON_OPAQUE; break;
        case 10: flags = RAY_FLAG_CULL_OPAQUE; break;
        case 11: flags = RAY_FLAG_SKIP_TRIANGLES; break;
    }
    TraceRay(scene, flags, 0xFF, 0, 0, 0, ray, payload);
    results[index] = payload.value;
    // Of those that end in a function.
    const bool is_inner = index >= 2 && index <= 4;
    results[12 + index] = is_inner ? 0 : float(payload.mask);
    results[24 + index] = !is_inner && payload.is_seen ? 1 : 0;
}

void decide(uint mode, float t) {
    if (mode == 2 && t > 4.5)
        IgnoreHit();
    if (mode == 3)
        AcceptHitAndEndSearch();
    if (mode == 4) {
        for (uint at = 0; at < 4; ++at)
            if (t == 4 + at)
                AcceptHitAndEndSearch();
        IgnoreHit();
    }
}

[shader("anyhit")]
void any(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.mask |= uint64_t(1) << (uint(RayTCurrent()) + 32 * (payload.mode & 1));
    payload.is_seen = true;
    ++calls;
    if (payload.mode == 1)
        IgnoreHit();
    decide(payload.mode, RayTCurrent());
    payload.value += 0.125 * calls;
}

[shader("closesthit")]
void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.value += RayTCurrent() + 10 * GeometryIndex() + 100 * calls;
}

[shader("miss")]
void miss(inout Payload payload) {
    payload.value = -1;
}
