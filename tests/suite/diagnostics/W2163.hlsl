//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
RaytracingAccelerationStructure scene;
RWBuffer<float> hits;
void trace(inout RayQuery<RAY_FLAG_NONE> query, RayDesc ray) {
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
}
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    RayDesc ray;
    ray.Origin = 0;
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0;
    ray.TMax = 100;
    RayQuery<RAY_FLAG_NONE> lost;
//~                         ^ note: it is declared here
    while (lost.Proceed()) lost.CommitNonOpaqueTriangleHit();
//~        ^ warning[W2163]: 'Proceed' is called on 'lost', which never traces a ray with 'TraceRayInline'
    RayQuery<RAY_FLAG_NONE> found;
    found.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (found.Proceed()) found.CommitNonOpaqueTriangleHit();
    RayQuery<RAY_FLAG_NONE> passed;
    trace(passed, ray);
    passed.Proceed();
    hits[id.x] = found.CommittedRayT() + passed.CommittedRayT();
}
