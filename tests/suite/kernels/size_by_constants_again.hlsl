//@ run: -T cs_6_0 -fspv-target-env=opencl2.0
//@ emit: spirv
//@ check: OpExecutionMode {everywhere} LocalSize 8 6 4
//@ check-not: LocalSizeId
[numthreads(8, 6, 4)] void main() { vk::ext_execution_mode_id(38, 8u, 6u, 4u); }
