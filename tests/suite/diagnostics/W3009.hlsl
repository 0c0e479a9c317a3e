//@ run: -T cs_6_9 -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_ray_query
RaytracingAccelerationStructure scene;
RWBuffer<uint> hits;

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
    query.TraceRayInline(scene, 0, 1, ray);
//~ ^ warning[W3009]: rays that meet opacity micromaps have undefined results: the extension SPV_KHR_opacity_micromap is not allowed
    hits[id] = query.CommittedStatus();
}
