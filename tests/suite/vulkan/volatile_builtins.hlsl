//@ run: -T lib_6_4 -fspv-target-env=vulkan1.2 -O0
//@ check: OpCapability VulkanMemoryModel
//@ check: OpMemoryModel Logical Vulkan
//@ check: OpLoad %uint %SubgroupSize Volatile
//@ run: -T lib_6_4 -fspv-target-env=vulkan1.3 -O0
//@ check: OpMemoryModel Logical GLSL450
//@ check: OpDecorate %SubgroupSize Volatile
// In ray tracing, what an invocation knows of its subgroup may change with every trace.
RWStructuredBuffer<int> target;
[shader("raygeneration")] void main() { InterlockedAdd(target[0], WaveGetLaneCount()); }
