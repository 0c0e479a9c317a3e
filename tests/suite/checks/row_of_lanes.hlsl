//@ run: -T cs_6_6 -fspv-target-env=vulkan1.2 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:1*24
//@ dispatch: 1

// Lanes whose rows are beyond the data have left the loop when others ask for their values.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(16, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint sum = 0;
    for (uint row = 0; row < 2; row++) {
        uint at = 16 * row + index;
        if (at >= 24)
            break;
        sum += WaveReadLaneAt(data[at], WaveGetLaneIndex() ^ 8);
//~            ^ error[E6103]: read of inactive lane 8 (wave-inactive)
    }
    AllMemoryBarrierWithGroupSync();
    data[index] = sum;
}
