//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ in: scene = file:suite/rays/scenes/two.json
//@ in: results = zeros:32
//@ in: seen = zeros:8
//@ dispatch: 1
//@ out: results = f32:2,3.5,11,1,0,1.5,100,0
//@ out: seen = u32:1,1
//@ only on the CPU: it has no acceleration structures there

// What is in boxes the shader says: a hit ends boxes behind it, and one out of range is none.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;
RWStructuredBuffer<uint> seen;

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    RayDesc ray = { float3(10, 0, index == 0 ? -2 : 1), 0.25, float3(0, 0, index == 0 ? 1 : -1), 100 };
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(scene, RAY_FLAG_SKIP_TRIANGLES, 0xFF, ray);
    uint count = 0;
    while (query.Proceed()) {
        ++count;
        if (query.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE && !query.CandidateProceduralPrimitiveNonOpaque())
            count += 100;
        if (index == 0)
            query.CommitProceduralPrimitiveHit(query.CandidatePrimitiveIndex() == 0 ? 3.5 : 6.5);
    }
    seen[index] = count;
    if (index == 0) {
        results[0] = query.CommittedStatus();
        results[1] = query.CommittedRayT();
        results[2] = query.CommittedInstanceID();
        results[3] = query.CommittedInstanceIndex() == 2;
    } else {
        results[4] = query.CommittedStatus();
        results[5] = query.RayTMin() + 1.25;
        results[6] = query.CommittedRayT();
    }
}
