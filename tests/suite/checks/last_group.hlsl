//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: done = u32:0
//@ in: parts = u32:0*4
//@ in: total = u32:0
//@ dispatch: 4

// The last group to finish takes the parts of all: right with barriers around the atomic operation.
globallycoherent RWStructuredBuffer<uint> done : register(u0);
globallycoherent RWStructuredBuffer<uint> parts : register(u1);
RWStructuredBuffer<uint> total : register(u2);
groupshared bool is_last;

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    if (index == 0)
        parts[group.x] = group.x + 1;
    AllMemoryBarrierWithGroupSync();
    if (index == 0) {
        uint before;
        InterlockedAdd(done[0], 1, before);
        is_last = before == 3;
    }
    AllMemoryBarrierWithGroupSync();
    if (is_last && index == 0)
        total[0] = parts[0] + parts[1] + parts[2] + parts[3];
}
