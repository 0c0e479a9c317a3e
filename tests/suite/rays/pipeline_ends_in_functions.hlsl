//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = {vertices: [-4,-4,5,0,4,5,4,-4,5], opaque: false}
//@ in: results = zeros:24
//@ launch: 6 1 1
//@ out: results = f32:16666.25,20111,10111,21111.5,23333,16666.25

// What an any-hit shader has written to its payload counts, also where a function that it calls ends it.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    float value;
    uint mode;
    bool seen;
};

[shader("raygeneration")]
void main() {
    const uint index = DispatchRaysIndex().x;
    Payload payload = { 1, index, false };
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, ray, payload);
    results[index] = payload.value + 0.5 * payload.seen;
}

void endsAll(uint mode) {
    if (mode == 1)
        IgnoreHit();
    if (mode == 2)
        AcceptHitAndEndSearch();
}

[noinline] void adds(inout Payload payload, float amount) {
    payload.value += amount;
    endsAll(payload.mode);
    payload.value += 1000;
    if (payload.mode == 3) {
        payload.seen = true;
        IgnoreHit();
    }
}

void changes(inout float value, uint mode) {
    value *= 3;
    if (mode == 4)
        IgnoreHit();
    value *= 2;
}

[shader("anyhit")]
void any(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.value += 10;
    adds(payload, 100);
    changes(payload.value, payload.mode);
    payload.value += 0.25;
}

[shader("closesthit")]
void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.value += 10000;
}

[shader("miss")]
void sky(inout Payload payload) {
    payload.value += 20000;
}
