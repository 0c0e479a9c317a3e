//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: OpExecutionModeId %main LocalSizeId %uint_8 %uint_6 %uint_4
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -fcgl
[numthreads(8, 6, 4)] void main() { vk::ext_execution_mode_id(38, 8u, 6u, 4u); }
