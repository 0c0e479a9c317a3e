//@ run: -T cs_6_8 -fspv-target-env=vulkan1.3
// What newer shader models have is refused below them.
RaytracingAccelerationStructure scene;
RWByteAddressBuffer result;

[numthreads(1, 1, 1)]
void main() {
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
//~ ^ warning[W2412]: 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS' requires shader model 6.9 and is ignored
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    result.Store(0, query.CommittedClusterID());
//~                       ^ error[E2643]: 'CommittedClusterID' requires shader model 6.10 or later (option '-T')
    result.Store(4, asuint(query.CandidateTriangleObjectPositions().p0.x));
//~                              ^ error[E2643]: 'CandidateTriangleObjectPositions' requires shader model 6.10 or later (option '-T')
    result.Store(8, dx::IsDebuggingEnabled());
//~                     ^ error[E2643]: 'dx::IsDebuggingEnabled' requires shader model 6.10 or later (option '-T')
}
