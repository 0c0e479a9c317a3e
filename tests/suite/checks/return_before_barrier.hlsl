//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -Wno-everything
//@ rules: hlsl
//@ in: result = u32:0*256
//@ in: source = f32:0.25,0.75*63
//@ dispatch: 1

// Threads without work return before a barrier that others wait at.
RWStructuredBuffer<float> result : register(u0);
StructuredBuffer<float> source : register(t1);
groupshared float tile[64];

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    tile[index] = source[index];
#ifdef RIGHT
    GroupMemoryBarrierWithGroupSync();
#endif
    if (source[index] < 0.5) {
        result[index] = 0;
        return;
    }
#ifndef RIGHT
    GroupMemoryBarrierWithGroupSync();
//~ ^ warning[E6102]: 1 of 64 threads returned before this barrier (barrier-after-return)
#endif
    result[index] = tile[index] + tile[63 - index];
}
