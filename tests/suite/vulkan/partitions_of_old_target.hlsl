//@ run: -T cs_6_5 -E main -fspv-target-env=vulkan1.0
// Operations of waves came with SPIR-V 1.3, those of an extension too.
RWStructuredBuffer<uint4> masks : register(u0);
[numthreads(64, 1, 1)]
void main(uint at : SV_GroupIndex) {
    uint4 mask = WaveMatch(at & 3);
//~              ^ error[E3001]: capability GroupNonUniformPartitionedEXT is required here, but not available: it requires SPIR-V 1.3, which -fspv-target-env=vulkan1.1 has
    masks[at] = mask + WaveMultiPrefixSum(at, mask);
}
