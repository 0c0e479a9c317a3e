// What is between makes it a hit object.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_ray_tracing
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> result;
struct [raypayload] Light
{
    float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};

[shader("raygeneration")]
void main()
{
    Light light = { 1 };
    RayDesc ray = { float3(0, 0, 0), 0.001, float3(0, 0, 1), 100 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, light);
//~                     ^ error[E3001]: capability ShaderInvocationReorderEXT is required here, but not available: extension SPV_EXT_shader_invocation_reorder is not allowed
    light.amount = 2;
    dx::HitObject::Invoke(hit, light);
    result[0] = light.amount;
}
