//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ in: source = f32:1*128
//@ dispatch: 1

// A tile is filled anew while others still read it.
RWStructuredBuffer<float> result : register(u0);
StructuredBuffer<float> source : register(t1);
groupshared float tile[32];

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    float sum = 0;
    for (uint turn = 0; turn < 4; ++turn) {
        tile[index] = source[turn * 32 + index];
//~     ^ error[E6001]: read-write data race on tile[0] (race)
        GroupMemoryBarrierWithGroupSync();
        for (uint other = 0; other < 32; ++other)
            sum += tile[other];
#ifdef RIGHT
        GroupMemoryBarrierWithGroupSync();
#endif
    }
    result[index] = sum;
}
