//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
//@ in: scene = {tlas: [{blas: wall, id: 7}, {blas: boxes, id: 9, hit: 1, transform: [[1,0,0,20],[0,1,0,0],[0,0,1,0]]}], blas: {wall: [{vertices: [-9,-9,9,0,9,9,9,-9,9], opaque: false}, {vertices: [-4,-4,5,0,4,5,4,-4,5]}], boxes: {aabbs: [-1,-1,2,1,1,3]}}}
//@ in: results = zeros:256
//@ launch: 4 1 1
//@ hit: closest=closest
//@ hit: closest=found,intersection=inBox
//@ hit: closest=doubled
//@ miss: sky
//@ miss: ground
//@ out: results = f32:1,52.5,254,7010,0,3,4,200,0,14,28,233,30028.5,30029.5,2.5,3,1,51.25,17,9100,1,2.5,3,200,-1980,318,636,234,40636.5,40637.5,1.25,3,2,150,0,0,0,0,0,250,0,1001,1001.5,235,51002,51003,100,2,81,52.5,254,7010,0,3,4,200,0,1,1,236,60001.5,60002.5,2.5,3

// Hit objects say what was found, and call the shader of the record that they have, or that was chosen for them.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct [raypayload] Light
{
    float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};

struct Inside
{
    float depth;
    uint number;
};

RayDesc along(float3 from)
{
    RayDesc ray = { from, 0.5, float3(0, 0, 2), 100 };
    return ray;
}

[shader("raygeneration")]
void main()
{
    // A triangle, a box, nothing, and the triangle with its shader skipped.
    const uint index = DispatchRaysIndex().x, at = 16 * index;
    const float3 from = float3(index == 1 ? 20 : index == 2 ? 50 : 0, 0, 0);
    const uint flags = index == 3 ? RAY_FLAG_SKIP_CLOSEST_HIT_SHADER : RAY_FLAG_NONE;
    Light light = { 1 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, flags, 0xff, 0, 0, 0, along(from), light);
    dx::MaybeReorderThread(hit, index, 2);
    results[at + 0] = hit.IsHit() + 2 * hit.IsMiss() + 4 * hit.IsNop() + 10 * hit.GetRayFlags();
    results[at + 1] = hit.GetRayTCurrent() + 100 * hit.GetRayTMin();
    results[at + 2] = hit.GetHitKind();
    results[at + 3] = hit.GetPrimitiveIndex() + 10 * hit.GetGeometryIndex() + 100 * hit.GetInstanceIndex() + 1000 * hit.GetInstanceID();
    results[at + 4] = hit.GetShaderTableIndex();
    if (hit.GetHitKind() >= HIT_KIND_TRIANGLE_FRONT_FACE)
    {
        BuiltInTriangleIntersectionAttributes own;
        hit.GetAttributes(own);
        results[at + 5] = own.barycentrics.x + 10 * own.barycentrics.y;
        results[at + 6] = hit.TriangleObjectPositions().p1.y;
    }
    else
    {
        Inside own;
        hit.GetAttributes(own);
        results[at + 5] = own.depth;
        results[at + 6] = own.number;
    }
    results[at + 7] = hit.GetObjectRayOrigin().x + 100 * hit.GetObjectRayDirection().z;
    results[at + 8] = hit.GetObjectToWorld3x4()[0].w + 100 * hit.GetWorldToObject4x3()[3].x;
    dx::HitObject::Invoke(hit, light);
    results[at + 9] = light.amount;
    hit.SetShaderTableIndex(index == 2 ? 1 : 2);
    dx::HitObject::Invoke(hit, light);
    results[at + 10] = light.amount;
    dx::HitObject missed = dx::HitObject::MakeMiss(RAY_FLAG_CULL_NON_OPAQUE, 1, along(float3(1, 2, 3 + index)));
    results[at + 11] = missed.GetWorldRayOrigin().z + missed.GetRayTCurrent() + missed.GetRayFlags() + missed.IsMiss() + missed.GetShaderTableIndex();
    dx::HitObject::Invoke(missed, light);
    results[at + 12] = light.amount;
    dx::HitObject none;
    dx::HitObject::Invoke(none, light);
    results[at + 13] = light.amount + none.IsNop() + none.GetRayTMin() + none.GetInstanceID();
    // The first one is what it was.
    results[at + 14] = hit.GetRayTCurrent();
    results[at + 15] = hit.GetWorldRayDirection().z + hit.IsHit();
}

[shader("closesthit")]
void closest(inout Light light, BuiltInTriangleIntersectionAttributes attributes)
{
    light.amount += 10 + RayTCurrent() + attributes.barycentrics.x;
}

[shader("closesthit")]
void found(inout Light light, Inside attributes)
{
    light.amount += 100 * attributes.number + HitKind();
}

[shader("closesthit")]
void doubled(inout Light light, BuiltInTriangleIntersectionAttributes attributes)
{
    light.amount *= 2;
}

[shader("intersection")]
void inBox()
{
    const Inside own = { 2.5, 3 };
    ReportHit(1.25, 17, own);
}

[shader("miss")]
void sky(inout Light light)
{
    light.amount += 1000;
}

[shader("miss")]
void ground(inout Light light)
{
    light.amount += 10000 * WorldRayOrigin().z + RayTMin();
}
