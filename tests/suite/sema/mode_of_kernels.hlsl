//@ run: -T ps_6_0 -fspv-target-env=vulkan1.3
// What the source names by its number is not for the compiler to judge; the validator does.
float4 main() : SV_Target {
    vk::ext_execution_mode_id(39, 4, 4, 4);
//~ ^ fatal error[E5110]: inline SPIR-V makes the module invalid: LocalSizeHintId requires one of [Kernel]
    return 0;
}
