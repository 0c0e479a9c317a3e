//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ in: scenes[0] = file:suite/rays/scenes/two.obj
//@ in: scenes[1] = {blas: {a: {vertices: [-1, -1, 5, 0, 1, 5, 1, -1, 5]}}}
//@ in: distances = zeros:256
//@ in: counts = zeros:16
//@ dispatch: 2 1 1
//@ out: distances = f32:2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7,2,7
//@ out: counts = u32:32,32,32,32
//@ only on the CPU: it has no acceleration structures there

// Queries in arrays, in statics, across barriers and in loops that lanes leave apart, over an array of scenes.
RaytracingAccelerationStructure scenes[2];
RWStructuredBuffer<float> distances;
RWStructuredBuffer<uint> counts;
static RayQuery<RAY_FLAG_NONE> own;
groupshared uint shared_[32];

RayDesc towards(float z) {
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, z), 100 };
    return ray;
}

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    const uint number = 32 * group.x + index;
    RayQuery<RAY_FLAG_NONE> both[2];
    both[0].TraceRayInline(scenes[0], RAY_FLAG_NONE, 0xFF, towards(1));
    both[1].TraceRayInline(scenes[1], RAY_FLAG_NONE, 0xFF, towards(1));
    own.TraceRayInline(scenes[NonUniformResourceIndex(index & 1)], RAY_FLAG_FORCE_NON_OPAQUE, 0xFF, towards(index % 3 == 2 ? 1 : 1 + index % 3));
    shared_[index] = index & 1;
    GroupMemoryBarrierWithGroupSync();
    for (uint at = 0; at < 2; ++at)
        while (both[at].Proceed()) {}
    uint count = 0;
    while (own.Proceed())
        ++count;
    distances[number] = both[shared_[index ^ 2]].CommittedRayT();
    InterlockedAdd(counts[group.x], both[0].CommittedRayT() == 2);
    InterlockedAdd(counts[2 + group.x], count == 2 - (index & 1));
}
