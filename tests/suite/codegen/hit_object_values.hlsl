// Hit objects are values in HLSL: they are copied, passed and returned, and lie in arrays and structs. In SPIR-V they are variables.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
//@ check-not: OpTypeArray %hitObjectEXT
//@ check-not: OpLoad %hitObjectEXT
// One that is assigned again is one variable.
//@ check: %again = OpFunction %void
//@ check: OpVariable %_ptr_Function_hitObjectEXT Function
//@ check: OpHitObjectRecordEmptyEXT {hit}
//@ check: OpHitObjectTraceRayEXT {hit}
//@ check: OpReorderThreadWithHitObjectEXT {hit}
//@ check: OpHitObjectExecuteShaderEXT {hit}
//@ check: %kept = OpFunction %void
//@ check: OpSwitch
//@ check: OpFunctionEnd
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -O0
//@ check-not: OpTypeArray %hitObjectEXT
//@ check-not: OpLoad %hitObjectEXT
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> result;
struct [raypayload] Light
{
    float amount : write(caller, closesthit, miss) : read(caller, closesthit, miss);
};
using namespace dx;

RayDesc along(float3 from)
{
    RayDesc ray = { from, 0.001, float3(0, 0, 1), 100 };
    return ray;
}

HitObject sky(uint miss)
{
    if (miss == 7)
        return HitObject::MakeNop();
    return HitObject::MakeMiss(0, miss, along(miss));
}

float consume(HitObject hit)
{
    const float t = hit.GetRayTCurrent();
    hit = HitObject::MakeNop();
    return t + hit.IsNop();
}

void fill(out HitObject first, inout HitObject second)
{
    first = second;
    second = sky(3);
}

[noinline] HitObject traced(float3 from, inout Light light)
{
    return HitObject::TraceRay(scene, 0, 0xff, 0, 1, 0, along(from), light);
}

[shader("raygeneration")]
void again()
{
    Light light = { 1 };
    float3 from = 0;
    for (uint bounce = 0;; bounce++)
    {
        HitObject hit;
        if (bounce < 4 && light.amount > 0.1)
            hit = traced(from, light);
        MaybeReorderThread(hit);
        if (hit.IsNop())
            break;
        from = hit.GetWorldRayOrigin();
        HitObject::Invoke(hit, light);
    }
    result[0] = light.amount;
}

// The nearest of several: an object of an earlier round is kept while others are made.
[shader("raygeneration")]
void kept()
{
    Light light = { 1 };
    HitObject nearest;
    for (uint i = 0; i < result[3]; i++)
    {
        HitObject hit = traced(i, light);
        if (nearest.IsNop() || hit.GetRayTCurrent() < nearest.GetRayTCurrent())
            nearest = hit;
    }
    HitObject::Invoke(nearest, light);
    result[1] = light.amount;
}

struct Pair
{
    HitObject hits[2];
    uint count;
};

Pair swapped(Pair pair)
{
    const HitObject first = pair.hits[0];
    pair.hits[0] = pair.hits[1];
    pair.hits[1] = first;
    pair.count++;
    return pair;
}

[shader("raygeneration")]
void composites()
{
    Light light = { 1 };
    const uint which = DispatchRaysIndex().x & 1;
    Pair pair;
    pair.count = 0;
    pair.hits[0] = sky(which);
    pair.hits[1] = traced(1, light);
    pair = swapped(pair);
    HitObject chosen = which ? pair.hits[0] : pair.hits[1];
    HitObject copy = chosen, other;
    fill(other, copy);
    result[2] = consume(other) + consume(pair.hits[which]) + copy.IsMiss() + chosen.GetRayTMin() + pair.count;
    HitObject table[3] = { sky(0), sky(1), sky(7) };
    for (uint i = 0; i < result[4]; i++)
    {
        table[i % 3] = traced(i, light);
        HitObject::Invoke(table[(i + which) % 3], light);
    }
    result[3] = light.amount;
}
