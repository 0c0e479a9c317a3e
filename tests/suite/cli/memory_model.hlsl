//@ run: -T ps_6_0 -fspv-target-env=vulkan1.1 -fspv-use-vulkan-memory-model
//@ emit: spirv
//@ check: OpMemoryModel Logical Vulkan
float4 main() : SV_Target { return 0; }
