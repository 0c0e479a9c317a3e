//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Holder { dx::HitObject inside; float x; };
RaytracingAccelerationStructure scene;
RWStructuredBuffer<dx::HitObject> kept;
//~ error[E2028]: element of 'RWStructuredBuffer' cannot have type 'dx::HitObject'
StructuredBuffer<Holder> held;
//~ error[E2028]: element of 'StructuredBuffer' cannot have type 'Holder'
groupshared dx::HitObject shared_one;
//~                       ^ error[E2028]: groupshared variable cannot have type 'dx::HitObject'
static dx::HitObject last;
//~                  ^ error[E2641]: a static variable cannot hold a 'dx::HitObject'
static Holder holders[2];
//~           ^ error[E2641]: a static variable cannot hold a 'dx::HitObject'
dx::HitObject loose;
//~           ^ error[E2028]: uniform variable cannot have type 'dx::HitObject'
cbuffer Block { dx::HitObject blocked; };
//~                           ^ error[E2028]: uniform variable cannot have type 'dx::HitObject'
ConstantBuffer<Holder> constants;
//~ error[E2028]: element of 'ConstantBuffer' cannot have type 'Holder'
Texture2D<dx::HitObject> texels;
//~ error[E2028]: element of 'Texture2D' cannot have type 'dx::HitObject'
[shader("raygeneration")]
void rays() {
    RayDesc ray = (RayDesc)0;
    Holder payload;
    kept[0] = dx::HitObject::MakeNop();
//~ ^ error[E2102]: expression is not assignable: a buffer cannot hold a 'dx::HitObject'
    static dx::HitObject local;
//~                      ^ error[E2641]: a static variable cannot hold a 'dx::HitObject'
    dx::HitObject many[65];
//~               ^ error[E2642]: a variable with 65 hit objects exceeds the limit of 64
    dx::HitObject hit;
    dx::HitObject::Nothing();
//~                ^ error[E2003]: no member named 'Nothing' in 'dx::HitObject'
    hit.Nothing();
//~     ^ error[E2100]: no member named 'Nothing' in 'dx::HitObject'
    dx::MaybeReorderThread(hit, 1);
//~     ^ error[E2111]: no matching function for call to 'dx::MaybeReorderThread'
    const uint word = hit.LoadLocalRootTableConstant(6);
//~                                                  ^ error[E2640]: offset of 6 bytes into a shader record is not a multiple of 4
    const uint id = hit.GetClusterID();
//~                     ^ error[E2643]: 'GetClusterID' requires shader model 6.10 or later (option '-T')
    if (hit) { }
//~     ^ error[E2109]: condition of type 'dx::HitObject' is not a scalar or convertible to one
    hit + hit;
//~     ^ error[E2106]: invalid operands to '+': 'dx::HitObject' and 'dx::HitObject'
}
