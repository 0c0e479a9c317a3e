//@ run: -T ps_6_0 -fspv-use-vulkan-memory-model
float4 main() : SV_Target { return 0; }
//~? error[E3001]: capability VulkanMemoryModel is required here, but not available: it requires SPIR-V 1.3, which -fspv-target-env=vulkan1.1 has
