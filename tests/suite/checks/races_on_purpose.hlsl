//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: flag = u32:0*2
//@ in: out_ = u32:0*64
//@ dispatch: 2

// What people do on purpose has names of its own: the same value from all, a flag that is polled, lanes in step.
globallycoherent RWStructuredBuffer<uint> flag : register(u0);
RWStructuredBuffer<uint> out_ : register(u1);
groupshared uint found;
groupshared uint pairs[32];

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    found = 1;
//~ ^ warning[E6004]: data race on found: two threads write the same value (race-same-value)
    pairs[index] = index;
    GroupMemoryBarrierWithGroupSync();
    pairs[index] += 1;
    out_[32 * group.x + index] = pairs[index ^ 1] + found;
//~                              ^ warning[E6002]: read-write data race on pairs[1] between lanes of a wave, unless they run in lockstep (race-in-wave)
    if (group.x == 0)
        InterlockedAdd(flag[0], 1);
    GroupMemoryBarrierWithGroupSync();
    if (index == 0 && group.x == 1)
        out_[32 * group.x] = flag[0];
//~                          ^ warning[E6003]: non-atomic read of flag[0] races with an atomic operation of another group (race-plain-atomic)
    found = 2; // check: allow(race-same-value) all threads say the same
}
