//@ only on the CPU: Mesa has no partitions of subgroups
//@ run: -T cs_6_5 -fspv-target-env=vulkan1.3
//@ in: result = u32:0*32
//@ dispatch: 1
//@ out: result = u32:0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3
// Each lane counts the lanes before it among those whose number has the same remainder, where the condition holds.
RWStructuredBuffer<uint> result;

[numthreads(32, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    const uint4 same = WaveMatch(lane % 4);
    result[lane] = WaveGetLaneCount() < 32 ? lane / 8 : WaveMultiPrefixCountBits((lane & 4) != 0, same);
}
