//@ run: -T cs_6_0
// The loop asks to be unrolled, and may end in any of many iterations.
Texture2D<float> map, other;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    [unroll] for (int i = 0; i < 90; i++) {
//~                          ^ note: loop not unrolled: it has an exit that depends on run-time values
        if (sums[i] > 3) break;
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-RuntimeSpirv-Offset-10213] non-constant offset outside of a gather
    }
}
