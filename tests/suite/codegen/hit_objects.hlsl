// All methods of hit objects, in the three stages that have them.
//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
//@ check: OpCapability ShaderInvocationReorderEXT
//@ check: OpExtension "SPV_KHR_ray_tracing_position_fetch"
//@ check: OpExtension "SPV_EXT_shader_invocation_reorder"
//@ check: OpTypeHitObjectEXT
//@ check: OpHitObjectTraceRayEXT
//@ check: OpReorderThreadWithHitObjectEXT
//@ check: OpReorderThreadWithHintEXT
//@ check: OpHitObjectIsMissEXT
//@ check: OpHitObjectGetIntersectionTriangleVertexPositionsEXT
//@ check: OpHitObjectGetAttributesEXT
//@ check: OpHitObjectGetShaderRecordBufferHandleEXT
//@ check: OpLoad %uint {*} Aligned 4
//@ check: OpHitObjectSetShaderBindingTableRecordIndexEXT
//@ check: OpHitObjectExecuteShaderEXT
//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3 -O0
//@ check: OpHitObjectTraceRayEXT
//@ check-not: OpLoad %hitObjectEXT
//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3 -fcgl
//@ check: OpLoad %hitObjectEXT
//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3 -Zi -fspv-debug=vulkan-with-source -O0
//@ check: OpHitObjectTraceRayEXT
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> result;
struct [raypayload] Light
{
    float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};
struct Patch
{
    float2 uv;
    uint piece;
};

RayDesc along(float3 from)
{
    RayDesc ray = { from, 0.001, float3(0, 0, 1), 100 };
    return ray;
}

[shader("raygeneration")]
void rays()
{
    Light light = { 1 };
    const uint work = DispatchRaysIndex().x & 3;
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, along(0), light);
    dx::MaybeReorderThread(hit);
    dx::MaybeReorderThread(hit, work, 2);
    dx::MaybeReorderThread(work, 2);
    uint numbers = hit.IsMiss() + hit.IsHit() + hit.IsNop() + hit.GetRayFlags() + hit.GetInstanceIndex()
        + hit.GetInstanceID() + hit.GetGeometryIndex() + hit.GetPrimitiveIndex() + hit.GetHitKind()
        + hit.GetShaderTableIndex();
    float3 at = hit.GetWorldRayOrigin() + hit.GetWorldRayDirection() * hit.GetRayTCurrent() + hit.GetRayTMin()
        + hit.GetObjectRayOrigin() + hit.GetObjectRayDirection();
    at += mul(hit.GetObjectToWorld3x4(), float4(at, 1)) + mul(float4(at, 1), hit.GetObjectToWorld4x3());
    at += mul(hit.GetWorldToObject3x4(), float4(at, 1)) + mul(float4(at, 1), hit.GetWorldToObject4x3());
    if (hit.GetHitKind() >= HIT_KIND_TRIANGLE_FRONT_FACE)
    {
        const BuiltInTrianglePositions corners = hit.TriangleObjectPositions();
        BuiltInTriangleIntersectionAttributes triangle_at;
        hit.GetAttributes(triangle_at);
        at += corners.p0 + corners.p1 * triangle_at.barycentrics.x + corners.p2;
    }
    else
    {
        Patch patch_at;
        hit.GetAttributes(patch_at);
        at.xy += patch_at.uv;
        numbers += patch_at.piece;
    }
    numbers += hit.LoadLocalRootTableConstant(8) + hit.LoadLocalRootTableConstant(4 * work);
    hit.SetShaderTableIndex(hit.GetShaderTableIndex() + 1);
    dx::HitObject::Invoke(hit, light);
    result[0] = light.amount + numbers + at.x + at.y + at.z;
}

[shader("closesthit")]
void near(inout Light light, BuiltInTriangleIntersectionAttributes at)
{
    Light second = { light.amount * 0.5 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, 0, 0xff, 0, 1, 0, along(WorldRayOrigin()), second);
    if (hit.IsHit())
        dx::HitObject::Invoke(hit, second);
    light.amount = second.amount + at.barycentrics.x;
}

[shader("miss")]
void far(inout Light light)
{
    light.amount = dx::HitObject::MakeMiss(0, 0, along(WorldRayOrigin())).GetRayTCurrent();
}
