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
//~                                          ^ error[E6001]: two threads access least[16] at the same time, and one writes (race)
//~                                          ^ warning[E6002]: two lanes of a wave access least[2], one writes, and only running in step orders them (race-in-wave)
#ifdef RIGHT
        GroupMemoryBarrierWithGroupSync();
#endif
    }
    if (index == 0)
        result[0] = least[0];
}
