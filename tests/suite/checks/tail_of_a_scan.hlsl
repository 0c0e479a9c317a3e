//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: sums = u32:1*16
//@ dispatch: 1

// Sums of pairs, then of pairs of pairs, and back. On the way back each turn has one place less than it has threads.
RWStructuredBuffer<uint> sums : register(u0);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint shift = 0;
    for (uint up = 8; up > 0; up >>= 1) {
        if (index < up)
            sums[((2 * index + 2) << shift) - 1] += sums[((2 * index + 1) << shift) - 1];
        shift++;
        DeviceMemoryBarrierWithGroupSync();
    }
    for (uint down = 2; down <= 8; down <<= 1) {
        shift = firstbitlow(8 / down);
        if (index < down)
            sums[((2 * index + 3) << shift) - 1] += sums[((2 * index + 2) << shift) - 1];
//~         ^ warning[E6202]: out-of-bounds read of 4 bytes at sums[19] (buffer size 64) (bounds-buffer)
//~         ^ warning[E6202]: out-of-bounds write of 4 bytes at sums[19] (buffer size 64) (bounds-buffer)
        DeviceMemoryBarrierWithGroupSync();
    }
}
