//@ run: -T cs_6_9 -E queried -fspv-target-env=vulkan1.3
//@ check: OpCapability RayTracingOpacityMicromapEXT
//@ check: OpExtension "SPV_KHR_opacity_micromap"

//@ run: -T cs_6_9 -E asked -fspv-target-env=vulkan1.3
//@ check: OpCapability RayTracingOpacityMicromapEXT

//@ run: -T cs_6_9 -E plain -fspv-target-env=vulkan1.3
//@ check-not: OpCapability RayTracingOpacityMicromapEXT

// The flag about opacity needs a capability of its own.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> result;

[numthreads(1, 1, 1)]
void queried() {
    RayQuery<RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 255, (RayDesc)0);
    result[0] = query.Proceed();
}

[numthreads(1, 1, 1)]
void asked() {
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
    query.TraceRayInline(scene, RAY_FLAG_FORCE_OMM_2_STATE, 255, (RayDesc)0);
    result[0] = query.Proceed();
}

[numthreads(1, 1, 1)]
void plain() {
    RayQuery<RAY_FLAG_FORCE_OPAQUE> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 255, (RayDesc)0);
    result[0] = query.Proceed();
}
