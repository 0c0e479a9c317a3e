//@ run: -T ps_6_6 -fspv-target-env=vulkan1.1
//@ check: OpCapability VulkanMemoryModel
//@ check: OpCapability DemoteToHelperInvocation
//@ check: OpExtension "SPV_KHR_vulkan_memory_model"
//@ check: OpExtension "SPV_EXT_demote_to_helper_invocation"
//@ check: OpMemoryModel Logical Vulkan
//@ check: OpIsHelperInvocationEXT
// What the source names is declared, whatever the options allow; the memory model follows from its capability.
[[vk::ext_capability(5345)]] [[vk::ext_extension("SPV_KHR_vulkan_memory_model")]]
float4 main() : SV_Target { return IsHelperLane() ? 1.0 : 0.0; }
