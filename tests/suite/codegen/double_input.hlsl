//@ run: -T ps_6_0
//@ emit: spirv
//@ check: OpDecorate %in_var_A Flat
float4 main(double2 exact : A) : SV_Target { return float4(exact, 0, 0); }
//~                                                        ^ warning[W2142]: implicit conversion of 'double2' to the smaller 'float2'
