// Queries that allow opacity micromaps need a mode of each entry point that reaches them, and no other entry point has it.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ check: OpCapability RayTracingOpacityMicromapExecutionModeKHR
//@ check: OpExtension "SPV_KHR_opacity_micromap"
//@ check: OpExecutionModeId %direct OpacityMicromapIdKHR %true
//@ check: OpExecutionModeId %through OpacityMicromapIdKHR %true
//@ check-not: OpExecutionModeId %without
//@ check: %true = OpConstantTrue %bool
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -O0
//@ check: OpExecutionModeId %direct OpacityMicromapIdKHR %true
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -fcgl
//@ check: OpExecutionModeId %direct OpacityMicromapIdKHR %true
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> hits;

uint status()
{
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
    query.TraceRayInline(scene, 0, 1, ray);
    query.Proceed();
    return query.CommittedStatus();
}

[shader("compute")]
[numthreads(8, 1, 1)]
void direct(uint id : SV_DispatchThreadID)
{
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    RayQuery<RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> first, second;
    first.TraceRayInline(scene, 0, 1, ray);
    second.TraceRayInline(scene, 0, 1, ray);
    hits[id] = first.CommittedStatus() + second.CommittedStatus();
}

[shader("compute")]
[numthreads(8, 1, 1)]
void through(uint id : SV_DispatchThreadID)
{
    hits[id] = status();
}

[shader("compute")]
[numthreads(8, 1, 1)]
void without(uint id : SV_DispatchThreadID)
{
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(scene, 0, 1, ray);
    hits[id] = query.CommittedStatus();
}
