//@ run: -T ps_6_0
//@ emit: spirv
//@ check: OpDecorate %in_var_B Location 0
//@ check: OpDecorate %in_var_A Location 1

//@ run: -T ps_6_0 -fvk-stage-io-order=alpha
//@ emit: spirv
//@ check: OpDecorate %in_var_B Location 1
//@ check: OpDecorate %in_var_A Location 0
float4 main(float4 second : B, float4 first : A) : SV_Target { return first - second; }
