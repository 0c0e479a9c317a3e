//@ run: -T cs_6_0
// The mistake is the loop that indexes the array, not the array.
Texture2D<float> map, other;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    Texture2D<float> both[2] = {map, other};
//~                            ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-StandaloneSpirv-OpTypeImage-06924] OpStore of an image, a sampler or an acceleration structure
    [loop] for (int i = 0; i < 2; i++) sums[i] = both[i].SampleLevel(smooth, 0.5, 0);
//~                        ^ note: loop not unrolled: it has `[loop]`, or too many copies of its body would be needed
}
