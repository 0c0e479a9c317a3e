//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ check: OpCapability RayTracingOpacityMicromapExecutionModeKHR
//@ check: OpExtension "SPV_KHR_opacity_micromap"
//@ check: OpExecutionModeId %rays OpacityMicromapIdKHR %true
//@ check-not: OpExecutionModeId %calls OpacityMicromapIdKHR
// The configuration of a pipeline says it for each entry point that traces.
RaytracingPipelineConfig1 config = { 1, RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS };
RaytracingAccelerationStructure scene;
RWByteAddressBuffer result;
struct [raypayload] Light { float x : write(caller) : read(caller); };

[shader("raygeneration")]
void rays() {
    Light light = { 1 };
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    TraceRay(scene, RAY_FLAG_FORCE_OMM_2_STATE, 0xff, 0, 1, 0, ray, light);
    result.Store(0, asuint(light.x));
}

[shader("raygeneration")]
void calls() { result.Store(4, 1); }
