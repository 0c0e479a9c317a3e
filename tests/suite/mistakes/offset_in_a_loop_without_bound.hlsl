//@ run: -T cs_6_0
// The loop asks to be unrolled, and only the shader knows how often it runs.
uint count;
Texture2D<float> map, other;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    int i = 0;
    [unroll] while (i < (int)count) {
//~                 ^ note: loop not unrolled: the number of iterations is unknown, or too many instructions would be needed
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-RuntimeSpirv-Offset-10213] non-constant offset outside of a gather
        i++;
    }
}
