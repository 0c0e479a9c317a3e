//@ run: -T cs_6_0
// The loop asks to be unrolled, and only the shader knows how often it runs.
uint count;
Texture2D<float> map, other;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    int i = 0;
    [unroll] while (i < (int)count) {
//~                 ^ note: this loop stays: how often it runs is not known, or it would become too many instructions
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan has: [VUID-RuntimeSpirv-Offset-10213] an offset that is no constant, where nothing is gathered
        i++;
    }
}
