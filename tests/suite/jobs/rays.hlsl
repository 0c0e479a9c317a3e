//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> distances;

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, 1), 100 };
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 1u << index, ray);
    query.Proceed();
    distances[index] = query.CommittedRayT();
}
