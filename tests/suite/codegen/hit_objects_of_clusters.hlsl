// One kind of hit object has cluster ids, and is the kind of all in the module.
//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
//@ check: OpCapability RayTracingClusterAccelerationStructureNV
//@ check: OpExtension "SPV_NV_shader_invocation_reorder"
//@ check: OpTypeHitObjectNV
//@ check-not: OpTypeHitObjectEXT
//@ check: OpHitObjectTraceRayNV
//@ check: OpReorderThreadWithHitObjectNV
//@ check: OpHitObjectRecordMissNV {*} %uint_1 {*} {*} {*} {*}
//@ check: OpHitObjectGetClusterIdNV
//@ check: OpHitObjectGetObjectToWorldNV
//@ check: OpHitObjectExecuteShaderNV
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
    dx::HitObject hit = dx::HitObject::TraceRay(scene, 0, 0xff, 0, 1, 0, ray, light);
    dx::MaybeReorderThread(hit);
    dx::MaybeReorderThread(2, 4);
    if (hit.IsMiss())
        hit = dx::HitObject::MakeMiss(0, 1, ray);
    BuiltInTriangleIntersectionAttributes at;
    hit.GetAttributes(at);
    result[0] = hit.GetClusterID() == CLUSTER_ID_INVALID ? at.barycentrics.x : hit.GetObjectToWorld4x3()._m00;
    result[1] = hit.LoadLocalRootTableConstant(4);
    dx::HitObject::Invoke(hit, light);
}
