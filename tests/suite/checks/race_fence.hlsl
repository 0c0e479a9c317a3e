//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: done = u32:0
//@ in: parts = u32:0*4
//@ in: total = u32:0
//@ dispatch: 4

// The same without barriers: atomic operations alone order nothing but themselves.
globallycoherent RWStructuredBuffer<uint> done : register(u0);
globallycoherent RWStructuredBuffer<uint> parts : register(u1);
RWStructuredBuffer<uint> total : register(u2);

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID) {
    parts[group.x] = group.x + 1;
    uint before;
    InterlockedAdd(done[0], 1, before);
    if (before == 3)
        total[0] = parts[0] + parts[3];
//~                ^ warning[E6005]: read-write data race on parts[0]: atomic operations without a memory barrier do not synchronize (race-fence)
}
