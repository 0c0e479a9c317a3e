//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ in: scene = {tlas: [{blas: wall}, {blas: box, hit: 1, transform: [[1,0,0,20],[0,1,0,0],[0,0,1,0]]}], blas: {wall: {vertices: [-4,-4,5,0,4,5,4,-4,5]}, box: {aabbs: [-1,-1,2,1,1,3]}}}
//@ in: results = zeros:64
//@ launch: 8 1 1
//@ hit: closest=closest
//@ hit: closest=boxed
//@ miss: sky
//@ recursion: 6
//@ out: results = f32:5,81.25,234,539.75,7,7,7,7,25405,25405,25405,544.5,544.5,544.5,1000,1000

// Shaders that hit objects call have hit objects of their own, at each level; hit objects of queries have those intersections;
// and those in arrays are chosen at run time.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct [raypayload] Light
{
    float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss);
    uint left : write(caller) : read(closesthit);
};

struct Normal
{
    float3 at;
    uint number;
};

RayDesc along(float x)
{
    RayDesc ray = { float3(x, 0, 0), 0, float3(0, 0, 1), 100 };
    return ray;
}

[shader("raygeneration")]
void main()
{
    const uint index = DispatchRaysIndex().x;
    Light light = { 0, index & 3 };
    dx::HitObject hits[2];
    hits[0] = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 0, 0, along(0), light);
    hits[1] = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 0, 0, along(50), light);
    dx::HitObject::Invoke(hits[index >> 2], light);
    results[index] = light.amount;

    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(scene, RAY_FLAG_NONE, 0xff, along(index < 3 ? 0 : index < 6 ? 20 : 50));
    while (query.Proceed())
        if (query.CandidateType() == CANDIDATE_PROCEDURAL_PRIMITIVE)
            query.CommitProceduralPrimitiveHit(2.5);
    const Normal normal = { float3(1, 2, 3), 4 };
    dx::HitObject asked = dx::HitObject::FromRayQuery(query, 5, normal);
    light.amount = 0;
    light.left = 0;
    dx::HitObject::Invoke(asked, light);
    float sum = light.amount;
    asked.SetShaderTableIndex(index < 3 ? 0 : 1);
    dx::HitObject::Invoke(asked, light);
    sum += light.amount + 1000 * asked.IsNop();
    results[8 + index] = sum + 100 * asked.GetHitKind();
}

[shader("closesthit")]
void closest(inout Light light, BuiltInTriangleIntersectionAttributes attributes)
{
    const uint left = light.left;
    const float t = RayTCurrent();
    if (left == 0)
    {
        light.amount += t;
        return;
    }
    Light inner = { 0, left - 1 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 0, 0, along(0.25 * left), inner);
    Light other = { 0, 0 };
    dx::HitObject missed = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 0, 0, along(50), other);
    dx::HitObject::Invoke(hit, inner);
    dx::HitObject::Invoke(missed, other);
    light.amount += 2 * inner.amount + 10 * other.amount + hit.GetWorldRayOrigin().x + missed.IsMiss();
}

[shader("closesthit")]
void boxed(inout Light light, Normal normal)
{
    light.amount += normal.at.y + 10 * normal.number + RayTCurrent();
}

[shader("miss")]
void sky(inout Light light)
{
    light.amount += 7;
}
