//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: keys = u32:7,3,9,1*29
//@ in: sorted = u32:0*32
//@ dispatch: 1

// Two parts of a kernel use the same scratch memory: what the first one reads last is written by the second one.
StructuredBuffer<uint> keys : register(t1);
RWStructuredBuffer<uint> sorted : register(u0);
groupshared uint scratch[32];

uint rank(uint index) {
    scratch[index] = keys[index] & 1;
    GroupMemoryBarrierWithGroupSync();
    uint before = 0;
    for (uint at = 0; at < index; at++)
        before += scratch[at];
    return before;
}

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint before = rank(index);
    uint place = keys[index] & 1 ? before : 31 - (index - before);
    scratch[place] = keys[index];
//~ ^ error[E6001]: read-write data race on scratch[0] (race)
//~ ^ warning[E6002]: read-write data race on scratch[28] between lanes of a wave, unless they run in lockstep (race-in-wave)
    GroupMemoryBarrierWithGroupSync();
    sorted[index] = scratch[index];
}
