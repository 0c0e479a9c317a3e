//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ in: scene = {tlas: [{blas: wall, hit: 1}], blas: {wall: {vertices: [-4,-4,5,0,4,5,4,-4,5]}}}
//@ in: results = zeros:32
//@ launch: 2 1 1
//@ hit: closest=closest
//@ hit: closest=closest
//@ miss: sky
//@ record: hit[0]=u32:7,8
//@ record: hit[1]=u32:10,11,12
//@ record: miss[0]=u32:20,21
//@ out: results = f32:10,12,8,0,20,21,0,0

// Words of the record of a hit object, which change with the record; beyond the data they are zero.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> results;

struct [raypayload] Light
{
    float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};

[shader("raygeneration")]
void main()
{
    const uint index = DispatchRaysIndex().x;
    Light light = { 1 };
    RayDesc ray = { float3(50 * index, 0, 0), 0, float3(0, 0, 1), 100 };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, light);
    results[4 * index] = hit.LoadLocalRootTableConstant(0);
    results[4 * index + 1] = hit.LoadLocalRootTableConstant(index ? 4 : 8);
    if (index == 0)
        hit.SetShaderTableIndex(0);
    results[4 * index + 2] = hit.LoadLocalRootTableConstant(index ? 8 : 4);
    results[4 * index + 3] = hit.LoadLocalRootTableConstant(252);
}

[shader("closesthit")]
void closest(inout Light light, BuiltInTriangleIntersectionAttributes attributes)
{
    light.amount = 2;
}

[shader("miss")]
void sky(inout Light light)
{
    light.amount = 3;
}
