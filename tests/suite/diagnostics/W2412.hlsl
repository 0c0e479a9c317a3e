//@ run: -T cs_6_6 -fspv-target-env=vulkan1.2
RaytracingAccelerationStructure scene;
RWBuffer<uint> result;

[numthreads(1, 1, 1)]
void main() {
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
//~ ^ warning[W2412]: 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS' requires shader model 6.9 and is ignored
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    query.Proceed();
    result[0] = query.CommittedStatus();
}
