//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ in: source = u32:1,2,3,5*61
//@ dispatch: 1

// A mask of a group of threads is made by operations of a wave, which may have fewer lanes.
RWStructuredBuffer<uint> result : register(u0);
StructuredBuffer<uint> source : register(t1);
groupshared uint mask;

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint bits = WaveActiveBitOr((source[index] & 1) << (index & 31));
#ifdef RIGHT
    if (index == 0)
        mask = 0;
    GroupMemoryBarrierWithGroupSync();
    if (WaveIsFirstLane())
        InterlockedOr(mask, bits);
    GroupMemoryBarrierWithGroupSync();
    if (index == 0)
        result[0] = mask;
#else
    if (WaveIsFirstLane())
        result[0] = bits;
//~     ^ error[E6001]: write-write data race on result[0] (race)
#endif
}
