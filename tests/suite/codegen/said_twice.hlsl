//@ run: -T ps_6_0 -E pixel -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: OpExecutionMode {main} EarlyFragmentTests
//@ check: OpDecorate {a} Flat
//@ check: OpDecorate {a} Location 0
// What the source says twice in different words stands in the module once.

[[vk::ext_decorate(14)]] static const uint unused = 0;
[[vk::spvexecutionmode(9)]] [earlydepthstencil]
float4 pixel([[vk::ext_decorate(14)]] nointerpolation float4 a : A) : SV_Target {
    vk::ext_execution_mode(9);
    return a;
}
