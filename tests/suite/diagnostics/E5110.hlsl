//@ run: -T ps_6_0
[[vk::ext_builtin_output(/* NumWorkgroups */ 24)]]
static uint3 wrong;
//~          ^ fatal error[E5110]: the module is invalid with the parts that are spelled in SPIR-V: [VUID-NumWorkgroups-NumWorkgroups-04297] Vulkan spec allows BuiltIn NumWorkgroups to be only used for variables with Input storage class. ID <3> (OpVariable) is referencing ID <3> (OpVariable) which is decorated with BuiltIn NumWorkgroups. ID <3> (OpVariable) uses storage class Output. %wrong = OpVariable %_ptr_Output_v3uint Output
float4 main() : SV_Target {
    wrong = 1;
    return 0;
}
