//@ run: -T cs_6_0
// What asks to be unrolled and is not is told no second time to ask for it.
Texture2D<float> map;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    [unroll] for (int i = 0; i < 2000; i++)
//~  ^ warning[W2207]: loop not unrolled: 2000 copies of its body exceed the limit of 1024
//~                          ^ note: loop not unrolled: it has `[loop]`, or too many copies of its body would be needed
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-RuntimeSpirv-Offset-10213] non-constant offset outside of a gather
}
