//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
// Rays that start others: a mirror, and glass before it that lets every second column through.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    float value;
    uint depth;
};

static uint count;

RayDesc towards(float from) {
    RayDesc ray = { float3(0, 0, from), 0, float3(0, 0, 1), 100 };
    return ray;
}

float shoot(float from, uint depth) {
    Payload payload = { from, depth };
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(from), payload);
    return payload.value;
}

[shader("raygeneration")]
void camera() {
    const uint column = DispatchRaysIndex().x;
    count = column;
    float seen = shoot(-1 - float(column), 0);
    results[column] = seen + count;
}

[shader("closesthit")]
void mirror(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    const float t = RayTCurrent();
    count += 1;
    if (payload.depth < 2)
        payload.value += shoot(payload.value - 1, payload.depth + 1);
    payload.value += t;
}

[shader("anyhit")]
void glass(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    const bool is_through = PrimitiveIndex() == 0 && DispatchRaysIndex().x % 2 == 1;
    if (is_through)
        IgnoreHit();
}

[shader("intersection")]
void ball() {
    BuiltInTriangleIntersectionAttributes attributes = { float2(0.25, 0.5) };
    const float t = RayTMin() + 3;
    ReportHit(t, 7, attributes);
}

struct Data {
    float4 color;
};

[shader("callable")]
void shade(inout Data data) {
    data.color *= 2;
}

[shader("miss")]
void sky(inout Payload payload) {
    Data data = { float4(1, 2, 3, payload.value) };
    CallShader(0, data);
    payload.value = data.color.w;
}
