//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ in: source = f32:1*64
//@ dispatch: 1

// A reduction that relies on the lanes of a wave, and on how many there are.
RWStructuredBuffer<float> result : register(u0);
StructuredBuffer<float> source : register(t1);
groupshared float least[64];

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    least[index] = source[index];
    GroupMemoryBarrierWithGroupSync();
    for (uint stride = 32; stride > 0; stride >>= 1) {
        if (index < stride)
            least[index] = min(least[index], least[index + stride]);
//~                                          ^ error[E6001]: read-write data race on least[16] (race)
//~                                          ^ warning[E6002]: read-write data race on least[2] between lanes of a wave, unless they run in lockstep (race-in-wave)
#ifdef RIGHT
        GroupMemoryBarrierWithGroupSync();
#endif
    }
    if (index == 0)
        result[0] = least[0];
}
