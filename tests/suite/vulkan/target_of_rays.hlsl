//@ run: -T lib_6_5

// One message says which environments have ray pipelines; vendors' extensions are not advice.
struct Payload {
    float3 color;
};

RaytracingAccelerationStructure scene;

[shader("raygeneration")]
void main() {
//~  ^ error[E3001]: capability RayTracingKHR is required here, but not available: it requires SPIR-V 1.4, which -fspv-target-env=vulkan1.1spirv1.4 has
    RayDesc ray = { float3(0, 0, 0), 0, float3(DispatchRaysIndex()), 100 };
    Payload payload = { float3(0, 0, 0) };
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, ray, payload);
}
