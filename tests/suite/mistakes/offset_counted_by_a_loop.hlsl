//@ run: -T cs_6_0
// Every turn has an offset of its own, but the loop stays a loop.
Texture2D<float> map, other;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    for (int i = 0; i < 4; i++)
//~                 ^ note: `[unroll]` makes the numbers of this loop constants, if its turns are known and not too many
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan has: [VUID-RuntimeSpirv-Offset-10213] an offset that is no constant, where nothing is gathered
}
