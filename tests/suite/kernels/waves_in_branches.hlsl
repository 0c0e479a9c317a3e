//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ in: values = u32:5,1,7,3,2,8,6,4,13,9,15,11,10,16,14,12
//@ in: result = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = u32:0*16
// Operations of waves in branches and loops that some lanes alone take: each bit of a result is an operation that differs
// from a loop over the lanes of the wave that are there.

bool is_in(uint value) { return value % 3 != 0; }

#include "waves.hlsli"

[numthreads(16, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint own = values[index], lane = WaveGetLaneIndex(), first = index - lane;
    uint last = min(first + WaveGetLaneCount(), 16);
    all_values[index] = own;
    GroupMemoryBarrierWithGroupSync();
    Together all = together(index, first, last);
    uint wrong = 0;
    if (is_in(own)) {
        wrong |= differences(own, all);
        wrong |= WaveActiveBallot(true).x != all.lanes ? 1 << 12 : 0;
        wrong |= WaveIsFirstLane() != (index == all.start) ? 1 << 13 : 0;
        wrong |= WaveReadLaneAt(own, all.start - first) != all_values[all.start] ? 1 << 14 : 0;
        wrong |= any(WaveReadLaneFirst(uint2(own, 7)) != uint2(all_values[all.start], 7)) ? 1 << 15 : 0;
        wrong |= WaveReadLaneFirst(own == all_values[all.start]) ? 0 : 1 << 16;
        wrong |= WaveActiveAllEqual(own) != (countbits(all.lanes) == 1) ? 1 << 17 : 0;
        wrong |= any(WaveActiveAllEqual(int2(3, all.lanes)) != bool2(true, true)) ? 1 << 18 : 0;
        wrong |= any(WaveActiveSum(float2(own, 1)) != float2(all.sum, countbits(all.lanes))) ? 1 << 19 : 0;
        wrong |= WaveActiveBitXor(own & 1) != (all.odd & 1) ? 1 << 20 : 0;
    }
    // One value after the other: each goes round only with the lanes that have not had theirs.
    uint rounds = 0;
    while (true) {
        uint chosen = WaveReadLaneFirst(own);
        rounds++;
        if (chosen == own) break;
    }
    wrong |= rounds != lane + 1 ? 1 << 21 : 0;
    result[index] = wrong;
}
