//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ in: values = u32:5,1,7,3,2,8,6,4,13,9,15,11,10,16,14,12
//@ in: result = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = u32:0*16
// Operations of whole waves, of whatever size: each bit of a result is an operation that differs.

bool is_in(uint value) { return true; }

#include "waves.hlsli"

[numthreads(16, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint own = values[index], lane = WaveGetLaneIndex(), first = index - lane;
    uint last = min(first + WaveGetLaneCount(), 16);
    all_values[index] = own;
    GroupMemoryBarrierWithGroupSync();
    uint wrong = differences(own, together(index, first, last));
    wrong |= WaveReadLaneAt(own, 1) != all_values[first + 1] ? 1 << 12 : 0;
    wrong |= QuadReadAcrossX(own) != all_values[first + (lane ^ 1)] ? 1 << 13 : 0;
    result[index] = wrong;
}
