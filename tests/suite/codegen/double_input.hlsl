//@ run: -T ps_6_0
//@ emit: spirv
//@ check: OpDecorate %in_var_A Flat
float4 main(double2 exact : A) : SV_Target { return float4(exact, 0, 0); }
