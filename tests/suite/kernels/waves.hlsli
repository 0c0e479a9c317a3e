// Operations of the waves of a workgroup beside loops over what their lanes hold. Who includes this says before which lanes
// take part, by their values: `bool is_in(uint value)`.

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> result : register(u1);

groupshared uint all_values[16];

// What the values of those lanes of a wave are together that take part.
struct Together {
    uint sum, before, product, low, high, either, both, odd, even, lanes, start;
};

// For the lane `index` of the wave whose lanes are `first` to `last`.
Together together(uint index, uint first, uint last) {
    Together all = { 0, 0, 1, 100, 0, 0, ~0, 0, 0, 0, 16 };
    for (uint at = first; at < last; at++) {
        uint value = all_values[at];
        if (!is_in(value)) continue;
        all.sum += value;
        all.before += at < index ? value : 0;
        all.product *= value;
        all.low = min(all.low, value);
        all.high = max(all.high, value);
        all.either |= value;
        all.both &= value;
        all.odd += value & 1;
        all.even += at < index && (value & 1) == 0 ? 1 : 0;
        all.lanes |= 1u << (at - first);
        all.start = min(all.start, at);
    }
    return all;
}

// Each bit is an operation that differs, from the first on. To be called by the lanes that take part.
uint differences(uint own, Together all) {
    uint wrong = 0;
    wrong |= WaveActiveSum(own) != all.sum ? 1 : 0;
    wrong |= WavePrefixSum(own) != all.before ? 2 : 0;
    wrong |= WaveActiveProduct(own) != all.product ? 4 : 0;
    wrong |= WaveActiveMin(own) != all.low ? 8 : 0;
    wrong |= WaveActiveMax(own) != all.high ? 16 : 0;
    wrong |= WaveActiveBitOr(own) != all.either ? 32 : 0;
    wrong |= WaveActiveBitAnd(own) != all.both ? 64 : 0;
    wrong |= WaveActiveCountBits((own & 1) == 1) != all.odd ? 128 : 0;
    wrong |= WavePrefixCountBits((own & 1) == 0) != all.even ? 256 : 0;
    wrong |= WaveActiveAnyTrue(own == all.low) ? 0 : 512;
    wrong |= WaveActiveAllTrue(own >= all.low) ? 0 : 1024;
    wrong |= WaveReadLaneFirst(own) != all_values[all.start] ? 2048 : 0;
    return wrong;
}
