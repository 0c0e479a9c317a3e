//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2 -Wno-everything
//@ rules: hlsl
//@ in: scene = file:suite/rays/scenes/two.json
//@ in: results = zeros:64
//@ dispatch: 1

// Rays that are none, and queries that are used out of order.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    const float zero = id.x;
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, 1), 100 };
    RayQuery<RAY_FLAG_NONE> query;
    RayDesc wrong = ray;
    wrong.Direction = zero;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, wrong);
//~ ^ error[E6501]: the direction of a ray is zero (ray)
    wrong.Direction = float3(0, 0, 1 / zero);
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, wrong);
//~ ^ error[E6501]: the direction of a ray is not finite: (0, 0, inf) (ray)
    wrong = ray;
    wrong.TMin = zero - 1;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, wrong);
//~ ^ error[E6501]: TMin of a ray is negative: -1 (ray)
    wrong.TMin = 101 + zero;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, wrong);
//~ ^ error[E6501]: TMin of a ray is greater than TMax: 101 to 100 (ray)
    query.TraceRayInline(scene, RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_CULL_OPAQUE, 0xFF, ray);
//~ ^ error[E6501]: a ray has both RAY_FLAG_FORCE_OPAQUE and RAY_FLAG_CULL_OPAQUE (ray)

    query.TraceRayInline(scene, RAY_FLAG_FORCE_NON_OPAQUE, 1, ray);
    results[0] = query.CandidateTriangleRayT();
//~              ^ error[E6502]: read of the candidate, but there is none (query)
    query.Proceed();
    query.CommitProceduralPrimitiveHit(2);
//~ ^ error[E6502]: commit of a procedural primitive, but the candidate is not one (query)
    results[1] = query.CommittedInstanceID();
//~              ^ error[E6502]: read of the committed intersection, but there is none (query)
    query.CommitNonOpaqueTriangleHit();
    results[2] = query.CommittedInstanceID();
    query.Proceed();
    query.Proceed();
//~ ^ error[E6502]: Proceed after it has returned false (query)

    ray.Origin.x = 10;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, ray);
    query.Proceed();
    query.CommitNonOpaqueTriangleHit();
//~ ^ error[E6502]: commit of a triangle, but the candidate is not a triangle (query)
    results[3] = query.CandidateTriangleRayT();
//~              ^ error[E6502]: distance of a candidate that is a procedural primitive (query)
    query.CommitProceduralPrimitiveHit(1000);
//~ ^ error[E6502]: commit at 1000, which is out of range: 0 to 100 (query)
    query.CommitProceduralPrimitiveHit(2);
    results[4] = query.CommittedTriangleBarycentrics().x;
//~              ^ error[E6502]: read of a property of triangles, but the committed intersection is a procedural primitive (query)
    query.Abort();
    RayQuery<RAY_FLAG_NONE> lost;
    lost.Proceed();
//~ ^ error[E6502]: ray query is used before TraceRayInline (query)
}
