//@ run: -T cs_6_0
// A loop that has to stay one has no constant offsets.
Texture2D<float> map;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    [loop] for (int i = 0; i < 4; i++)
//~                        ^ note: loop not unrolled: it has `[loop]`, or too many copies of its body would be needed
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-RuntimeSpirv-Offset-10213] non-constant offset outside of a gather
}
