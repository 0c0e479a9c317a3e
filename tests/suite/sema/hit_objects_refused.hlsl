//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Holder { dx::HitObject inside; float x; };
RaytracingAccelerationStructure scene;
RWStructuredBuffer<dx::HitObject> kept;
StructuredBuffer<Holder> held;
groupshared dx::HitObject shared_one;
static dx::HitObject last;
static Holder holders[2];
dx::HitObject loose;
cbuffer Block { dx::HitObject blocked; };
ConstantBuffer<Holder> constants;
Texture2D<dx::HitObject> texels;
[shader("raygeneration")]
void rays() {
    RayDesc ray = (RayDesc)0;
    Holder payload;
    TraceRay(scene, 0, 0xff, 0, 1, 0, ray, payload);
    CallShader(0, payload);
    kept[0] = dx::HitObject::MakeNop();
    static dx::HitObject local;
    dx::HitObject many[65];
    dx::HitObject hit;
    hit.GetAttributes(payload);
    dx::HitObject::Invoke(hit, payload);
    dx::HitObject::Nothing();
    hit.Nothing();
    dx::MaybeReorderThread(hit, 1);
    const uint word = hit.LoadLocalRootTableConstant(6);
    const uint id = hit.GetClusterID();
    if (hit) { }
    hit + hit;
}
[shader("closesthit")]
void near(inout Holder payload, BuiltInTriangleIntersectionAttributes at) { }
[shader("anyhit")]
void any(inout BuiltInTriangleIntersectionAttributes payload, BuiltInTriangleIntersectionAttributes at) { dx::HitObject hit; }
[shader("closesthit")]
void closest(inout BuiltInTriangleIntersectionAttributes payload, BuiltInTriangleIntersectionAttributes at) { dx::MaybeReorderThread(1, 2); }
[shader("compute")] [numthreads(1, 1, 1)]
dx::HitObject compute(dx::HitObject hit : HIT) : HIT { return hit; }
//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
