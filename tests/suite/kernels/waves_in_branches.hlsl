//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ in: values = u32:5,1,7,3,2,8,6,4,13,9,15,11,10,16,14,12
//@ in: result = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = u32:0*16
// Operations of waves in branches and loops that some lanes alone take: each bit of a result is an operation that differs
// from a loop over the lanes of the wave that are there.

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> result : register(u1);

groupshared uint all_values[16];

// Whether a lane takes the branch, by its value.
bool is_in(uint value) { return value % 3 != 0; }

[numthreads(16, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint own = values[index], lane = WaveGetLaneIndex(), first = index - lane;
    uint last = min(first + WaveGetLaneCount(), 16);
    all_values[index] = own;
    GroupMemoryBarrierWithGroupSync();
    uint sum = 0, before = 0, product = 1, low = 100, high = 0, either = 0, both = ~0, lanes = 0, odd = 0, start = 16;
    for (uint at = first; at < last; at++) {
        uint value = all_values[at];
        if (!is_in(value)) continue;
        sum += value;
        before += at < index ? value : 0;
        product *= value;
        low = min(low, value);
        high = max(high, value);
        either |= value;
        both &= value;
        lanes |= 1u << (at - first);
        odd += value & 1;
        start = min(start, at);
    }
    uint wrong = 0;
    if (is_in(own)) {
        wrong |= WaveActiveSum(own) != sum ? 1 : 0;
        wrong |= WavePrefixSum(own) != before ? 2 : 0;
        wrong |= WaveActiveProduct(own) != product ? 4 : 0;
        wrong |= WaveActiveMin(own) != low ? 8 : 0;
        wrong |= WaveActiveMax(own) != high ? 16 : 0;
        wrong |= WaveActiveBitOr(own) != either ? 32 : 0;
        wrong |= WaveActiveBitAnd(own) != both ? 64 : 0;
        wrong |= WaveActiveCountBits((own & 1) == 1) != odd ? 128 : 0;
        wrong |= WaveActiveBallot(true).x != lanes ? 256 : 0;
        wrong |= WaveActiveAnyTrue(own == low) ? 0 : 512;
        wrong |= WaveActiveAllTrue(own >= low) ? 0 : 1024;
        wrong |= WaveReadLaneFirst(own) != all_values[start] ? 2048 : 0;
        wrong |= WaveIsFirstLane() != (index == start) ? 4096 : 0;
        wrong |= WaveReadLaneAt(own, start - first) != all_values[start] ? 8192 : 0;
        wrong |= any(WaveReadLaneFirst(uint2(own, 7)) != uint2(all_values[start], 7)) ? 1 << 14 : 0;
        wrong |= WaveReadLaneFirst(own == all_values[start]) ? 0 : 1 << 15;
        wrong |= WaveActiveAllEqual(own) != (countbits(lanes) == 1) ? 1 << 16 : 0;
        wrong |= any(WaveActiveAllEqual(int2(3, lanes)) != bool2(true, true)) ? 1 << 17 : 0;
        wrong |= any(WaveActiveSum(float2(own, 1)) != float2(sum, countbits(lanes))) ? 1 << 18 : 0;
        wrong |= WaveActiveBitXor(own & 1) != (odd & 1) ? 1 << 19 : 0;
    }
    // One value after the other: each goes round only with the lanes that have not had theirs.
    uint rounds = 0;
    while (true) {
        uint chosen = WaveReadLaneFirst(own);
        rounds++;
        if (chosen == own) break;
    }
    wrong |= rounds != lane + 1 ? 1 << 20 : 0;
    result[index] = wrong;
}
