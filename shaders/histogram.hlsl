//@ run: -T cs_6_0 -E main
// How often each byte occurs: atomics on groupshared memory first, on the buffer once per bin.

#define BINS 256

cbuffer Params : register(b0) {
    uint bytes;
};

ByteAddressBuffer input : register(t1);
RWByteAddressBuffer histogram : register(u2);

groupshared uint bins[BINS];

[numthreads(BINS, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    bins[lane] = 0;
    GroupMemoryBarrierWithGroupSync();

    const uint first = 4 * id.x;
    if (first < bytes) {
        const uint word = input.Load(first);
        const uint count = min(bytes - first, 4u);
        for (uint i = 0; i < count; ++i)
            InterlockedAdd(bins[(word >> (8 * i)) & 0xff], 1);
    }
    GroupMemoryBarrierWithGroupSync();

    if (bins[lane] != 0) {
        uint before;
        histogram.InterlockedAdd(4 * lane, bins[lane], before);
    }
}
