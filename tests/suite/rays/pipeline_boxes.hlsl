//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = {tlas: [{blas: boxes}, {blas: wall}], blas: {boxes: {aabbs: [-1,-1,2,1,1,3,-1,-1,5,1,1,6,-1,-1,8,1,1,9], opaque: false}, wall: {vertices: [-1,-1,7,0,1,7,1,-1,7]}}}
//@ in: results = zeros:96
//@ launch: 8 1 1
//@ hit: closest=closest,any=any,intersection=intersection
//@ out: results = f32:23746,954,54047,27795,23746,27795,23746,954,102,306,204,1,102,1,102,0,22.5,4.5,24,0,0,0,22.5,0

// Intersection shaders report what is in boxes: out of range, twice, ignored, and with an end at once. Their attributes and
// kinds reach both hit shaders; any-hit shaders do not disturb what the intersection shader has.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Attributes {
    float3 normal;
    uint number;
};

struct Payload {
    float value;
    uint mode;
    uint ran;
};

static uint counter = 0;
static uint mode;

[shader("raygeneration")]
void main() {
    const uint index = DispatchRaysIndex().x;
    RayDesc ray = { float3(0, 0, 0), 1, float3(0, 0, 1), index == 6 ? 4 : 100 };
    Payload payload = { 0, index, 0 };
    const uint flags = index == 5 ? RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH : index == 7 ? RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES : 0;
    TraceRay(scene, flags, 0xFF, 0, 0, 0, ray, payload);
    results[index] = payload.value;
    results[8 + index] = payload.ran;
}

bool report(float t, uint kind, float x) {
    Attributes attributes = { float3(x, t, 3), PrimitiveIndex() };
    return ReportHit(t, kind, attributes);
}

[shader("intersection")]
void intersection() {
    const uint index = DispatchRaysIndex().x;
    ++counter;
    const float middle = 2.5 + 3 * PrimitiveIndex();
    const float before = RayTCurrent();
    float sum = counter;
    // Not in the range.
    if (report(0.5, 1, 1))
        sum += 1000;
    for (uint at = 0; at < 2; ++at)
        if (report(middle + (at == 0 ? 0.25 : -0.25), 20 + at, at))
            sum += 10 + at;
    results[16 + index] += sum + (before >= RayTCurrent() ? 0.5 : 0);
}

[shader("anyhit")]
void any(inout Payload payload, Attributes attributes) {
    ++counter;
    payload.ran += 1 + 100 * (HitKind() - 20);
    if (payload.mode == 1)
        IgnoreHit();
    if (payload.mode == 2 && attributes.number == 0)
        IgnoreHit();
    if (payload.mode == 3 && HitKind() == 20)
        AcceptHitAndEndSearch();
    if (payload.mode == 4 && HitKind() == 21)
        AcceptHitAndEndSearch();
}

[shader("closesthit")]
void closest(inout Payload payload, Attributes attributes) {
    payload.value = RayTCurrent() * 100 + HitKind();
    if (HitKind() < 100)
        payload.value += attributes.normal.x * 1000 + attributes.normal.y * 10000 + attributes.number;
}

[shader("miss")]
void miss(inout Payload payload) {
    payload.value = -1;
}
