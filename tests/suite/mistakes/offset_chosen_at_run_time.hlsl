//@ run: -T cs_6_0
// No loop is to blame.
Texture2D<float> map, other;
SamplerState smooth;
RWStructuredBuffer<float> sums;
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    sums[0] = map.SampleLevel(smooth, 0.5, 0, int2(id, 0));
//~           ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-RuntimeSpirv-Offset-10213] non-constant offset outside of a gather
}
//~? note: use `Gather`, which accepts any offset, or adjust the coordinates
