//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ in: scene = file:suite/rays/scenes/two.obj
//@ in: found = zeros:32
//@ dispatch: 1
//@ out: found = u32:1,0,1,1,1,0,1,1
//@ only on the CPU: it has no acceleration structures there

// A copy goes on from where the query is; the query itself stays there.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> found;

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, 1), 100 };
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> query;
    query.TraceRayInline(scene, 0, 0xFF, ray);
    found[4 * index] = query.Proceed();
    RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> copy = query;
    copy.CommitNonOpaqueTriangleHit();
    found[4 * index + 1] = query.CommittedStatus();
    found[4 * index + 2] = copy.CommittedStatus();
    found[4 * index + 3] = query.Proceed();
}
