//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> distances;

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, 1), 100 };
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, ray);
    while (query.Proceed())
        if (query.CandidatePrimitiveIndex() == 0)
            query.CommitNonOpaqueTriangleHit();
    distances[index] = query.CommittedRayT();
}
