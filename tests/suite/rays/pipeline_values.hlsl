//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = file:suite/rays/scenes/two.json
//@ in: results = zeros:480
//@ launch: 3 1 1
//@ hit: closest=closest,any=any
//@ hit: closest=closest
//@ hit: closest=closest
//@ hit: closest=closest
//@ miss: miss
//@ out: results = f32:0.25,0,-2,0,0,2,0.25,0,-2,0,0,2,0.5,1,0,7,0,0,0,254,0.5,0.375,1,2,3,2,4,10,3,0,0,0,0,0,0,0,0,0,0,29,1003,254,0.5,0.25,0,-2,0,0,2,0.125,0,-3,0,0,1,0.5,3,16,9,1,0,0,254,0.5,0.3125,2,4,10,1,2,3,3,0,0,0,0,0,0,0,32,20,0,-2,0,0,2,0.5,100,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,9

// All system values of hit and miss shaders: of an instance as it is, of one that is placed and not opaque, and of a miss.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    uint at;
};

void put(inout Payload payload, float value) {
    results[40 * DispatchRaysIndex().x + payload.at++] = value;
}

void put3(inout Payload payload, float3 value) {
    put(payload, value.x);
    put(payload, value.y);
    put(payload, value.z);
}

[shader("raygeneration")]
void main() {
    const uint index = DispatchRaysIndex().x;
    RayDesc ray = { float3(index == 2 ? 20 : 0.25, 0, -2), 0.5, float3(0, 0, 2), 100 };
    Payload payload = { 0 };
    TraceRay(scene, index == 1 ? RAY_FLAG_CULL_BACK_FACING_TRIANGLES : RAY_FLAG_NONE, 1u << index, 0, 0, 0, ray, payload);
    results[40 * index + 39] = payload.at;
}

[shader("anyhit")]
void any(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    put(payload, 1000 + RayTCurrent());
    put(payload, HitKind());
    put(payload, attributes.barycentrics.x);
}

[shader("closesthit")]
void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    put3(payload, WorldRayOrigin());
    put3(payload, WorldRayDirection());
    put3(payload, ObjectRayOrigin());
    put3(payload, ObjectRayDirection());
    put(payload, RayTMin());
    put(payload, RayTCurrent());
    put(payload, RayFlags());
    put(payload, InstanceID());
    put(payload, InstanceIndex());
    put(payload, GeometryIndex());
    put(payload, PrimitiveIndex());
    put(payload, HitKind());
    put(payload, attributes.barycentrics.x);
    put(payload, attributes.barycentrics.y);
    put3(payload, mul(ObjectToWorld3x4(), float4(1, 2, 3, 1)));
    put3(payload, mul(WorldToObject3x4(), float4(2, 4, 10, 1)));
    put(payload, DispatchRaysDimensions().x);
}

[shader("miss")]
void miss(inout Payload payload) {
    put3(payload, WorldRayOrigin());
    put3(payload, WorldRayDirection());
    put(payload, RayTMin());
    put(payload, RayTCurrent());
    put(payload, RayFlags());
}
