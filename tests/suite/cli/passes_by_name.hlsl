//@ run: -T vs_6_0 -E main -Oconfig=--ssa-rewrite,--if-conversion,--eliminate-dead-code-aggressive
//@ emit: spirv
//@ check: %{*} = OpSelect %float %{*} %float_2 %float_20
//@ run: -T vs_6_0 -E main -Oconfig=mem2reg,gvn,adce
//@ emit: spirv
//@ check: %{*} = OpSelect %float %{*} %float_2 %float_20
//@ run: -T vs_6_0 -E main -Oconfig=--compact-ids
//@ emit: spirv
//@ check: %{*} = OpFunctionCall %v4float %src_main %{*}
//@ check: OpStore %value %float_2
//@ run: -T vs_6_0 -E main -Oconfig=-O
//@ emit: spirv
//@ check-not: OpFunctionCall
// Names of this compiler's passes, of those of spirv-opt that they do the work of, and of what is always done.
float4 main(float a : A) : SV_Position {
    float value;
    if (a > 1) value = 2; else value = 20;
    return value;
}
