//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
//@ check: OpCapability RayQueryPositionFetchKHR
//@ check: OpRayQueryGetIntersectionTriangleVertexPositionsKHR
//@ check: OpRayQueryGetIntersectionClusterIdNV
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float3> result;

[numthreads(1, 1, 1)]
void main() {
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_CLUSTERED_GEOMETRY> query;
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (query.Proceed())
        if (query.CandidateTriangleObjectPositions().p1.x > 0 && query.CandidateClusterID() != CLUSTER_ID_INVALID)
            query.CommitNonOpaqueTriangleHit();
    const BuiltInTrianglePositions at = query.CommittedTriangleObjectPositions();
    result[0] = (at.p0 + at.p1 + at.p2) / query.CommittedClusterID();
}
