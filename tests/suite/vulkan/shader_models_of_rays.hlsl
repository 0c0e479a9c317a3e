//@ run: -T cs_6_8 -fspv-target-env=vulkan1.3
// What newer shader models have is refused below them.
RaytracingAccelerationStructure scene;
RWByteAddressBuffer result;

[numthreads(1, 1, 1)]
void main() {
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
//~ ^ error[E2128]: 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS' before shader model 6.9 is not supported
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    result.Store(0, query.CommittedClusterID());
//~                       ^ error[E2128]: 'CommittedClusterID' before shader model 6.10 is not supported
    result.Store(4, asuint(query.CandidateTriangleObjectPositions().p0.x));
//~                              ^ error[E2128]: 'CandidateTriangleObjectPositions' before shader model 6.10 is not supported
    result.Store(8, dx::IsDebuggingEnabled());
//~                     ^ error[E2128]: 'dx::IsDebuggingEnabled' before shader model 6.10 is not supported
}
