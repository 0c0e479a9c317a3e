//@ run: -T lib_6_3 -fspv-target-env=vulkan1.2
// What configures Direct3D's pipelines says nothing to Vulkan; its names for flags are types.
RaytracingShaderConfig config = { 4, 8 };
RaytracingPipelineConfig pipe = { 1 };
TriangleHitGroup group = { "", "closest" };
static const RAY_FLAG flags = RAY_FLAG_FORCE_OPAQUE;
RaytracingAccelerationStructure scene;
struct Payload { float4 color; };
[shader("raygeneration")]
void generate() {
    RayDesc ray;
    ray.Origin = 0;
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0;
    ray.TMax = 1;
    Payload payload = (Payload)0;
    TraceRay(scene, flags, 0xff, 0, 0, 0, ray, payload);
}
