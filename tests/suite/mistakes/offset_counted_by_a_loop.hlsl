//@ run: -T cs_6_0
// Every turn has an offset of its own, but the loop stays a loop.
Texture2D<float> map, other;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    for (int i = 0; i < 4; i++)
//~                 ^ note: use `[unroll]` to make the values of this loop constant, if it has a small constant number of iterations
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-RuntimeSpirv-Offset-10213] non-constant offset outside of a gather
}
