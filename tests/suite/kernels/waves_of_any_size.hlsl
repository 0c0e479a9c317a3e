//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ in: values = u32:5,1,7,3,2,8,6,4,13,9,15,11,10,16,14,12
//@ in: result = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = u32:0*16
// Operations of waves beside loops over what the lanes of the wave hold: each bit of a result is an operation that differs.

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> result : register(u1);

groupshared uint all_values[16];

[numthreads(16, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint own = values[index], lane = WaveGetLaneIndex(), first = index - lane;
    uint last = min(first + WaveGetLaneCount(), 16);
    all_values[index] = own;
    GroupMemoryBarrierWithGroupSync();
    uint sum = 0, before = 0, product = 1, low = 100, high = 0, either = 0, both = ~0, odd = 0, even = 0;
    for (uint at = first; at < last; at++) {
        uint value = all_values[at];
        sum += value;
        before += at < index ? value : 0;
        product *= value;
        low = min(low, value);
        high = max(high, value);
        either |= value;
        both &= value;
        odd += value & 1;
        even += at < index && (value & 1) == 0 ? 1 : 0;
    }
    uint wrong = 0;
    wrong |= WaveActiveSum(own) != sum ? 1 : 0;
    wrong |= WavePrefixSum(own) != before ? 2 : 0;
    wrong |= WaveActiveProduct(own) != product ? 4 : 0;
    wrong |= WaveActiveMin(own) != low ? 8 : 0;
    wrong |= WaveActiveMax(own) != high ? 16 : 0;
    wrong |= WaveActiveBitOr(own) != either ? 32 : 0;
    wrong |= WaveActiveBitAnd(own) != both ? 64 : 0;
    wrong |= WaveActiveCountBits((own & 1) == 1) != odd ? 128 : 0;
    wrong |= WavePrefixCountBits((own & 1) == 0) != even ? 256 : 0;
    wrong |= WaveActiveAnyTrue(own == low) ? 0 : 512;
    wrong |= WaveActiveAllTrue(own >= low) ? 0 : 1024;
    wrong |= WaveReadLaneFirst(own) != all_values[first] ? 2048 : 0;
    wrong |= WaveReadLaneAt(own, 1) != all_values[first + 1] ? 4096 : 0;
    wrong |= QuadReadAcrossX(own) != all_values[first + (lane ^ 1)] ? 8192 : 0;
    result[index] = wrong;
}
