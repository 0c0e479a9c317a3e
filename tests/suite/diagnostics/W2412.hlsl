//@ run: -T cs_6_9 -fspv-target-env=vulkan1.3
RaytracingAccelerationStructure scene;
RWBuffer<uint> hits;

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    RayQuery<RAY_FLAG_NONE> plain;
    plain.TraceRayInline(scene, RAY_FLAG_FORCE_OMM_2_STATE, 1, ray);
//~                             ^ warning[W2412]: 'RAY_FLAG_FORCE_OMM_2_STATE' has no effect in a query without 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS'
    RayQuery<RAY_FLAG_FORCE_OMM_2_STATE> forced;
//~ ^ warning[W2412]: 'RAY_FLAG_FORCE_OMM_2_STATE' has no effect in a query without 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS'
    forced.TraceRayInline(scene, 0, 1, ray);
    RayQuery<RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> mapped;
    mapped.TraceRayInline(scene, RAY_FLAG_FORCE_OMM_2_STATE, 1, ray);
    hits[id] = plain.CommittedStatus() + forced.CommittedStatus() + mapped.CommittedStatus();
}
