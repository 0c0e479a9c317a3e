//@ run: -T cs_6_0 -E main
//@ in: 0:0 = u32:0,6,5,4,3,2,1,0,6,5,4,3,2,1,0,6,5,4,3,2,1,0,6,5,4,3,2,1,0,6,5,4,3,2,1,0,6,5,4,3,2,1,0,6,5,4,3,2
//@ in: 0:1 = u32:0*48
//@ in: 0:2 = u32:0
//@ dispatch: 3
//@ out: 0:1 = u32:348,348,248,248,248,248,248,348,348,248,248,248,248,248,348,348,351,351,251,251,251,251,251,351,351,251,251,251,251,251,351,351,347,347,247,247,247,247,247,347,347,247,247,247,247,247,347,347
//@ out: 0:2 = u32:48

// Counting in groupshared memory, with barriers around, and in a buffer.
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> result : register(u1);
RWStructuredBuffer<uint> total : register(u2);
groupshared uint counts[8];
groupshared uint sum;

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    if (lane < 8) {
        counts[lane] = 0;
    }
    if (lane == 0) {
        sum = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    uint value = source[group.x * 16 + lane];
    uint before;
    InterlockedAdd(counts[value], 1, before);
    InterlockedAdd(sum, value, before);
    InterlockedAdd(total[0], 1, before);
    GroupMemoryBarrierWithGroupSync();
    result[id.x] = counts[value] * 100 + sum;
}
