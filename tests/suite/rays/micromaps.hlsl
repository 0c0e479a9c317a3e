//@ run: -T cs_6_9 -fspv-target-env=vulkan1.3
//@ in: scene = {blas: {leaf: {vertices: "f32:0,0,0,1,0,0,0,1,0", opaque: false, micromaps: {maps: [{level: 1, states: 4, data: "u8:228"}], indices: "i32:0"}}}}
//@ in: states = zeros:32
//@ dispatch: 1
//@ out: states = u32:0,2,1,1,0,2,0,2
//@ only on the CPU: it has no acceleration structures there

// The four parts of a triangle are transparent, opaque, and unknown: candidates, unless two states are forced.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> states;

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    const float2 places[4] = { float2(0.1, 0.1), float2(0.3, 0.3), float2(0.8, 0.1), float2(0.1, 0.8) };
    RayDesc ray = { float3(places[index], -1), 0, float3(0, 0, 1), 100 };
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, ray);
    states[index] = query.Proceed();
    states[index] |= query.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? 2 : 0;
    query.TraceRayInline(scene, RAY_FLAG_FORCE_OMM_2_STATE, 0xFF, ray);
    states[4 + index] = query.Proceed();
    states[4 + index] |= query.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? 2 : 0;
}
