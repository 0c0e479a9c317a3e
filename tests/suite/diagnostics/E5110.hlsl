//@ run: -T ps_6_0
[[vk::ext_builtin_output(/* NumWorkgroups */ 24)]]
static uint3 wrong;
//~          ^ fatal error[E5110]: inline SPIR-V makes the module invalid: [VUID-NumWorkgroups-NumWorkgroups-04297] NumWorkgroups has the wrong storage class
float4 main() : SV_Target {
    wrong = 1;
    return 0;
}
