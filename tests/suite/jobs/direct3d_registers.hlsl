// The classes of registers of Direct3D have numbers of their own, and waves need no option.
cbuffer Settings : register(b0) { uint factor; };
StructuredBuffer<uint> numbers : register(t0);
RWStructuredBuffer<uint> sums : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    sums[i] = factor * WaveActiveSum(numbers[i]);
}
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 -fvk-t-shift 1 0 -fvk-u-shift 2 0
