//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1
// Barriers that not all threads of a group may reach, and such as all do.
cbuffer Frame { uint count; uint passes; };
RWStructuredBuffer<float> list : register(u1);
groupshared float tile[64];
groupshared uint total;

void meet() { GroupMemoryBarrierWithGroupSync(); }
//~           ^ warning[W2550]: barrier 'GroupMemoryBarrierWithGroupSync' in divergent control flow

void meet_if(bool wanted) {
    if (wanted) GroupMemoryBarrierWithGroupSync();
//~             ^ warning[W2550]: barrier 'GroupMemoryBarrierWithGroupSync' in divergent control flow
//~     ^ note: this condition varies between the threads of a group
}

// The number of passes is the same for all.
float sum(uint i) {
    for (uint step = 32; step > 0; step /= 2) {
        if (i < step) tile[i] += tile[i + step];
        GroupMemoryBarrierWithGroupSync();
    }
    return tile[0];
}

bool is_inside(uint at) { return at < count; }

[numthreads(64, 1, 1)]
void main(uint3 at : SV_DispatchThreadID, uint i : SV_GroupIndex, uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID) {
    tile[i] = list[at.x];
    GroupMemoryBarrierWithGroupSync();
    if (group.x > 2) GroupMemoryBarrierWithGroupSync();
    if (count > 2) meet();
    if (thread.y == 0) GroupMemoryBarrierWithGroupSync();
    if (total > 3) GroupMemoryBarrierWithGroupSync();
    if (WaveActiveAnyTrue(i > 3)) GroupMemoryBarrierWithGroupSync();
    for (uint pass = 0; pass < passes; pass++) GroupMemoryBarrierWithGroupSync();
    meet_if(count > 3);

    if (i > 3) GroupMemoryBarrierWithGroupSync();
//~            ^ warning[W2550]: barrier 'GroupMemoryBarrierWithGroupSync' in divergent control flow
//~     ^ note: this condition varies between the threads of a group
    if (is_inside(at.x)) AllMemoryBarrierWithGroupSync();
//~                      ^ warning[W2550]: barrier 'AllMemoryBarrierWithGroupSync' in divergent control flow
//~     ^ note: this condition varies between the threads of a group
    if (i > 3) meet();
//~     ^ note: this condition varies between the threads of a group
//~            ^ note: function called here
    meet_if(i > 4);
//~ ^ note: function called here
    // Without waiting it is nobody else's business.
    if (i > 3) GroupMemoryBarrier();
    for (uint own = i; own < count; own += 64) DeviceMemoryBarrierWithGroupSync();
//~                                            ^ warning[W2550]: barrier 'DeviceMemoryBarrierWithGroupSync' in divergent control flow
//~                    ^ note: this condition varies between the threads of a group
    for (uint turn = 0; turn < passes; turn++) {
        if (list[at.x] > turn) break;
//~         ^ note: this condition varies between the threads of a group
        GroupMemoryBarrierWithGroupSync();
//~     ^ warning[W2550]: barrier 'GroupMemoryBarrierWithGroupSync' in divergent control flow
    }
    uint chosen = 0;
    if (i > 3) chosen = 1;
    while (chosen > 0) {
//~        ^ note: this condition varies between the threads of a group
        GroupMemoryBarrierWithGroupSync();
//~     ^ warning[W2550]: barrier 'GroupMemoryBarrierWithGroupSync' in divergent control flow
        chosen--;
    }
    uint replaced = i;
    replaced = count;
    if (replaced > 3) GroupMemoryBarrierWithGroupSync();
    switch (passes) {
        case 0: GroupMemoryBarrierWithGroupSync(); break;
        default: if (i > 1) break; GroupMemoryBarrierWithGroupSync();
//~                                ^ warning[W2550]: barrier 'GroupMemoryBarrierWithGroupSync' in divergent control flow
//~                  ^ note: this condition varies between the threads of a group
    }
    list[at.x] = sum(i);
    if (at.x >= count) return;
//~     ^ note: this condition varies between the threads of a group
    GroupMemoryBarrierWithGroupSync();
//~ ^ warning[W2550]: barrier 'GroupMemoryBarrierWithGroupSync' in divergent control flow
}

// One thread is never alone.
[numthreads(1, 1, 1)]
void alone(uint i : SV_GroupIndex) {
    if (i > 3) GroupMemoryBarrierWithGroupSync();
}
