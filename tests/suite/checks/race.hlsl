//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: sums = f32:1*8
//@ dispatch: 2

// A reduction without barriers between its turns, and its right twin.
RWStructuredBuffer<float> sums : register(u0);
groupshared float wrong[64];
groupshared float right[64];

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
    wrong[index] = index;
    right[index] = index;
    GroupMemoryBarrierWithGroupSync();
    for (uint stride = 32; stride > 0; stride >>= 1) {
        if (index < stride)
            wrong[index] += wrong[index + stride];
//~                         ^ error[E6001]: read-write data race on wrong[16] (race)
//~                         ^ warning[E6002]: read-write data race on wrong[2] between lanes of a wave, unless they run in lockstep (race-in-wave)
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint half = 32; half > 0; half >>= 1) {
        if (index < half)
            right[index] += right[index + half];
        GroupMemoryBarrierWithGroupSync();
    }
    if (index == 0)
        sums[group.x] = wrong[0] + right[0];
}
