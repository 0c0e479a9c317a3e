//@ run: -T lib_6_3
export float4 tint() {
//~           ^ error[E3001]: capability Linkage is required here, but not available: Vulkan does not support it
    return 1;
}
//~? note: library has no entry points; mark them with [shader("...")], or use an environment that links modules, such as -fspv-target-env=universal1.5
