//@ run: -T lib_6_3
//@ emit: spirv
//@ check: OpCapability Linkage
//@ check: OpDecorate %tint LinkageAttributes "tint" Export
// A library without entry points is for linking, whatever takes the result.
export float4 tint() {
//~           ^ warning[W2688]: library has no entry points: Vulkan does not take its module before it is linked
    return 1;
}
//~? note: entry points are marked with [shader("...")]
