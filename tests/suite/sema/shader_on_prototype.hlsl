//@ run: -T lib_6_3 -fspv-target-env=vulkan1.1spirv1.4
//@ emit: spirv
//@ check: OpEntryPoint GLCompute %work "work"
//@ check: OpExecutionMode %work LocalSize 2 1 1
// The definition's own attribute goes before that of a prototype.
[shader("compute")] [numthreads(4, 1, 1)] void work();
[numthreads(2, 1, 1)] void work() { }
