//@ run: -T cs_6_9 -fspv-target-env=vulkan1.3
RaytracingAccelerationStructure scene;
RWBuffer<uint> hits;

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    RayQuery<RAY_FLAG_NONE> plain;
    plain.TraceRayInline(scene, RAY_FLAG_FORCE_OMM_2_STATE, 1, ray);
//~                             ^ error[E2620]: 'RAY_FLAG_FORCE_OMM_2_STATE' requires a query with 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS'
    RayQuery<RAY_FLAG_FORCE_OMM_2_STATE> forced;
//~ ^ error[E2620]: 'RAY_FLAG_FORCE_OMM_2_STATE' requires a query with 'RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS'
    forced.TraceRayInline(scene, 0, 1, ray);
    RayQuery<RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> mapped;
    mapped.TraceRayInline(scene, RAY_FLAG_FORCE_OMM_2_STATE, 1, ray);
    hits[id] = plain.CommittedStatus() + forced.CommittedStatus() + mapped.CommittedStatus();
}
