//@ run: -T cs_6_5 -O0 -fspv-target-env=vulkan1.2
//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ in: scene = file:suite/rays/scenes/two.obj
//@ in: found = zeros:24
//@ dispatch: 1
//@ out: found = u32:1,1,0,0,1,1
//@ only on the CPU: it has no acceleration structures there

// A function works on an element of an array of queries, without a copy.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> found;

typedef RayQuery<RAY_FLAG_FORCE_NON_OPAQUE> Query;


bool Step(inout Query query) {
    return query.Proceed();
}

void Commit(inout Query query) {
    query.CommitNonOpaqueTriangleHit();
}

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, 1), 100 };
    Query queries[2];
    queries[0].TraceRayInline(scene, 0, 0xFF, ray);
    queries[1].TraceRayInline(scene, 0, 0xFF, ray);
    found[index] = Step(queries[index]);
    Commit(queries[index]);
    found[2 + index] = queries[1 - index].CommittedStatus();
    found[4 + index] = queries[index].CommittedStatus();
}
