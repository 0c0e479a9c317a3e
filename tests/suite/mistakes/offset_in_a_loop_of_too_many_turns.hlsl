//@ run: -T cs_6_0
// What asks to be unrolled and is not is told no second time to ask for it.
Texture2D<float> map;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    [unroll] for (int i = 0; i < 2000; i++)
//~  ^ warning[W2207]: the loop is not unrolled: it would take 2000 copies of its body, and there may be 1024
//~                          ^ note: this loop stays: `[loop]` says so, or it would become too many copies of its body
        sums[0] += map.SampleLevel(smooth, 0.5, 0, int2(i, 0));
//~                ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan has: [VUID-RuntimeSpirv-Offset-10213] an offset that is no constant, where nothing is gathered
}
