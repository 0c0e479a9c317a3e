//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ in: source = u32:0,5,6,4,4,0,0,2,0,2,6,6,3,2,4,3,4,1,2,5,4,0,5,6,4,4,0,0,2,0,2,6,6,3,2,4,3,4,1,2,5,4,0,5,6,4,4,0,0,2,0,2,6,6,3,2,4,3,4,1,2,5,4,0
//@ in: result = u32:0*64
//@ dispatch: 1
//@ out: result = u32:13,3,12,6,15,6,9,0,91,6,78,21,120,21,45,0,7372,114,6393,6207,3486,186,258,0,4294967266,4294967283,4294967273,4294967278,4294967269,4294967267,4294967268,1000,33,29,30,27,32,31,23,4294966296,4294967232,4294967232,4294967232,4294967232,4294967232,4294967232,4294967232,4294967295,2888140129,134348864,1351492228,37785618,1192321592,541591810,2159025157,0,58,240,25,15,236,54,198,0
// All invocations of a workgroup, or some, change numbers that they share, several of them the same one.
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> result : register(u1);
groupshared uint counts[8], seen[8], sums[8], any[8], odd[8];
groupshared int least[8], most[8], both[8];

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    if (lane < 8) {
        counts[lane] = seen[lane] = sums[lane] = any[lane] = odd[lane] = 0;
        least[lane] = 1000;
        most[lane] = -1000;
        both[lane] = -1;
    }
    GroupMemoryBarrierWithGroupSync();
    const uint bin = source[lane];
    const int value = int(lane) - 30;
    uint before;
    InterlockedAdd(counts[bin], 1, before);
    InterlockedAdd(seen[bin], before + 1);
    InterlockedAdd(sums[bin], lane);
    if (lane % 3 == 0)
        InterlockedAdd(sums[bin], 1000);
    InterlockedMin(least[bin], value);
    InterlockedMax(most[bin], value);
    InterlockedAnd(both[bin], ~int(lane));
    InterlockedOr(any[bin], 1u << (lane & 31));
    InterlockedXor(odd[bin], 3 * lane);
    GroupMemoryBarrierWithGroupSync();
    if (lane < 8) {
        result[lane] = counts[lane];
        result[8 + lane] = seen[lane];
        result[16 + lane] = sums[lane];
        result[24 + lane] = uint(least[lane]);
        result[32 + lane] = uint(most[lane]);
        result[40 + lane] = uint(both[lane]);
        result[48 + lane] = any[lane];
        result[56 + lane] = odd[lane];
    }
}
