//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3
//@ in: scene = {vertices: [-1,-1,5,0,1,5,1,-1,5]}
//@ in: results = zeros:128
//@ launch: 16 1 1
//@ out: results = f32:1,19,50.5,102.75,186.125,316.1875,516.28125,821.4219,2725.1328,102.75,102.75,102.75,102.75,102.75,102.75,102.75,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16

// Each ray starts others up to 31 levels; two of a level are open one after the other. What a shader has in variables is its
// own: statics, locals in loops, the payload that it got, and what it reads about its ray.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct Payload {
    float value;
    uint left;
};

static float own = 1;

RayDesc towards(float from) {
    RayDesc ray = { float3(0, 0, from), 0, float3(0, 0, 1), 100 };
    return ray;
}

[shader("raygeneration")]
void main() {
    const uint index = DispatchRaysIndex().x;
    Payload payload = { 0, index < 8 ? index : index == 8 ? 30 : 3 };
    own += index;
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(-1), payload);
    results[index] = payload.value;
    results[16 + index] = own;
}

[shader("closesthit")]
void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    own += payload.left;
    float sum = 0;
    const uint left = payload.left;
    // Beyond 8 levels one ray each is enough.
    const uint rays = left > 8 ? 1 : 2;
    float seen[2] = { 0, 0 };
    for (uint at = 0; at < rays && left > 0; ++at) {
        Payload inner = { left, left - 1 };
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(float(at) - float(left)), inner);
        seen[at] = inner.value;
        sum += RayTCurrent() + own;
        if (at == 1)
            sum += WorldRayOrigin().z;
    }
    payload.value += sum + seen[0] + 0.5 * seen[1] + 1;
}
