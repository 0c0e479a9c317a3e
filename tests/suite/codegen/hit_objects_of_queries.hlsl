// A query without a committed hit makes an empty hit object, and none of them has a shader before its record is selected.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ check: %barycentrics = OpVariable {*} HitObjectAttributeEXT
//@ check: OpRayQueryGetIntersectionTypeKHR %uint {*} %uint_1
//@ check: OpHitObjectRecordFromQueryEXT {*} {*} %uint_0 %barycentrics %uint_0
//@ check: OpHitObjectRecordEmptyEXT
//@ check: OpHitObjectRecordFromQueryEXT {*} {*} %uint_0 %hitAttributes %uint_5
//@ check: OpHitObjectSetShaderBindingTableRecordIndexEXT
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -O0
//@ check: OpHitObjectRecordFromQueryEXT
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> result;
struct [raypayload] Light
{
    float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};
struct Sphere
{
    float3 normal;
    uint id;
};

[shader("raygeneration")]
void main()
{
    Light light = { 0 };
    RayDesc ray = { float3(0, 0, 0), 0.001, float3(0, 0, 1), 100 };
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, ray);
    while (query.Proceed())
        if (query.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE)
            query.CommitProceduralPrimitiveHit(4.0);
    Sphere sphere = { float3(0, 1, 0), 7 };
    dx::HitObject plain = dx::HitObject::FromRayQuery(query);
    dx::HitObject round = dx::HitObject::FromRayQuery(query, 5, sphere);
    dx::HitObject::Invoke(plain, light);
    round.SetShaderTableIndex(3);
    dx::HitObject::Invoke(round, light);
    result[0] = light.amount + plain.GetShaderTableIndex() + round.LoadLocalRootTableConstant(4) + round.GetHitKind();
}
