//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
//@ in: scene = file:suite/rays/scenes/two.json
//@ in: matrices = zeros:192
//@ in: vectors = zeros:128
//@ dispatch: 1
//@ out: matrices = f32:2,0,0,0,0,2,0,0,0,0,2,4,0.5,0,0,0,0,0.5,0,0,0,0,0.5,-2,2,0,0,0,0,2,0,0,0,0,2,4,0.5,0,0,0,0,0.5,0,0,0,0,0.5,-2
//@ out: vectors = f32:0.25,-0.5,-3,0,0,0,0.5,0,0.5,-1,-2,0,0,0,1,0,-1,-1,0,0,0,1,0,0,1,-1,0,0,6,0.25,0.5,1
//@ only on the CPU: it has no acceleration structures there

// What a candidate and a hit know of their instance, whose triangles are twice as large as they were built, four before them.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> matrices;
RWStructuredBuffer<float4> vectors;

void put(uint at, float3x4 m) {
    for (uint row = 0; row < 3; ++row)
        for (uint column = 0; column < 4; ++column)
            matrices[12 * at + 4 * row + column] = m[row][column];
}

[numthreads(1, 1, 1)]
void main() {
    RayDesc ray = { float3(0.5, -1, -2), 0, float3(0, 0, 1), 100 };
    RayQuery<RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 2, ray);
    while (query.Proceed()) {
        put(0, query.CandidateObjectToWorld3x4());
        put(1, query.CandidateWorldToObject3x4());
        vectors[0] = float4(query.CandidateObjectRayOrigin(), 0);
        vectors[1] = float4(query.CandidateObjectRayDirection(), 0);
        const BuiltInTrianglePositions at = query.CandidateTriangleObjectPositions();
        vectors[4] = float4(at.p0, 0);
        vectors[5] = float4(at.p1, 0);
        vectors[6] = float4(at.p2, 0);
        vectors[7] = float4(query.CandidateTriangleRayT(), query.CandidateTriangleBarycentrics(), query.CandidateTriangleFrontFace());
        query.CommitNonOpaqueTriangleHit();
    }
    put(2, query.CommittedObjectToWorld3x4());
    put(3, transpose(query.CommittedWorldToObject4x3()));
    vectors[2] = float4(query.WorldRayOrigin(), 0);
    vectors[3] = float4(query.WorldRayDirection(), 0);
}
