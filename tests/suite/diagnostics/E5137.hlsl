//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> result;
struct [raypayload] Light { float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss); };
[shader("raygeneration")]
void main() {
    Light light = { 1 };
    RayDesc ray = { float3(0, 0, 0), 0.001, float3(0, 0, 1), 100 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, 0, 255, 0, 1, 0, ray, light);
    dx::HitObject copy = hit;
//~                      ^ error[E5137]: hit object is a copy that lives on when the other one changes, which SPIR-V cannot express
    copy.SetShaderTableIndex(3);
    dx::HitObject::Invoke(hit, light);
    dx::HitObject::Invoke(copy, light);
    result[0] = light.amount;
}
