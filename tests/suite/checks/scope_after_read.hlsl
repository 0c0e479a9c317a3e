//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:5*32
//@ dispatch: 1

// What is read before a barrier for other memory is written behind it: the barrier waits, so that devices read first.
RWStructuredBuffer<uint> data : register(u0);
groupshared uint sums[32];

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    sums[index] = data[index];
    GroupMemoryBarrierWithGroupSync();
    data[index ^ 16] = sums[index] + sums[31 - index];
//~ ^ warning[E6009]: barrier between a read of data[16] and this write does not apply to this memory (scope-after-read)
    AllMemoryBarrierWithGroupSync();
    data[index] += sums[0];
}
