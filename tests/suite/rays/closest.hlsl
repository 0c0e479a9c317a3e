//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ in: scene = file:suite/rays/scenes/two.json
//@ in: results = zeros:384
//@ dispatch: 1
//@ out: results = u32:1,0,0,7,3,0,0,1,1,1,0,9,0,0,0,1,0,0,0,0,0,0,0,0
//@ in: distances = zeros:12
//@ out: distances = f32:2,6,100
//@ out: weights = f32:0.5,0.25,0.375,0.3125,0,0
//@ in: weights = zeros:24
//@ only on the CPU: it has no acceleration structures there

// The closest hit of an opaque triangle, of one that is not opaque and of none, by the masks of rays. The rays
// see the triangles clockwise, so that these face them.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> results;
RWStructuredBuffer<float> distances;
RWStructuredBuffer<float2> weights;

[numthreads(3, 1, 1)]
void main(uint index : SV_GroupIndex) {
    const uint masks[3] = { 1, 2, 128 };
    RayDesc ray;
    ray.Origin = float3(0, 0, -2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.5;
    ray.TMax = 100;
    if (index == 1)
        ray.Origin.y = -0.5;
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, masks[index] | 0xFFFFFF00, ray);
    while (query.Proceed())
        if (query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE)
            query.CommitNonOpaqueTriangleHit();
    const uint status = query.CommittedStatus();
    distances[index] = query.CommittedRayT();
    results[8 * index] = status;
    if (status == COMMITTED_NOTHING)
        return;
    results[8 * index + 1] = query.CommittedInstanceIndex();
    results[8 * index + 2] = query.CommittedGeometryIndex();
    results[8 * index + 3] = query.CommittedInstanceID();
    results[8 * index + 4] = query.CommittedInstanceContributionToHitGroupIndex();
    results[8 * index + 5] = query.CommittedPrimitiveIndex();
    results[8 * index + 7] = query.CommittedTriangleFrontFace();
    weights[index] = query.CommittedTriangleBarycentrics();
}
