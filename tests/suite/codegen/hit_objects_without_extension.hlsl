// A ray that is traced and whose shader is called right after takes no hit object.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_ray_tracing
//@ check: OpTraceRayKHR {*} %light
//@ check-not: OpTypeHitObjectEXT
//@ check-not: SPV_EXT_shader_invocation_reorder
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ check: OpHitObjectTraceRayEXT
//@ check: OpReorderThreadWithHitObjectEXT
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
    const uint work = DispatchRaysIndex().x & 3;
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, light);
    dx::MaybeReorderThread(hit, work, 2);
    dx::HitObject::Invoke(hit, light);
    result[0] = light.amount;
}
