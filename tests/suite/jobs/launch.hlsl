// A ray for each pixel: the left one hits, the right one does not.

RaytracingAccelerationStructure scene;
RWTexture2D<float4> target;

struct Payload {
    float4 color;
};

struct Record {
    float3 tint;
};
[[vk::shader_record_ext]] ConstantBuffer<Record> record;

[shader("raygeneration")]
void start() {
    uint2 at = DispatchRaysIndex().xy;
    RayDesc ray;
    ray.Origin = float3(at.x * 8, -0.5, 1);
    ray.Direction = float3(0, 0, -1);
    ray.TMin = 0;
    ray.TMax = 10;
    Payload payload;
    payload.color = 0;
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 1, 0, ray, payload);
    target[at] = payload.color;
}

[shader("closesthit")]
void surface(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.color = float4(record.tint, 1);
}

[shader("miss")]
void sky(inout Payload payload) {
    payload.color = float4(0, 0, 2, 1);
}
//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
