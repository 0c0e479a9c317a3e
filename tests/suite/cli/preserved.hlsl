//@ run: -T ps_6_0
//@ emit: spirv
//@ check-not: %in_var_B
//@ check-not: %unused

//@ run: -T ps_6_0 -fspv-preserve-bindings
//@ emit: spirv
//@ check-not: %in_var_B
//@ check: OpDecorate %unused Binding 1

//@ run: -T ps_6_0 -fspv-preserve-interface
//@ emit: spirv
//@ check: OpEntryPoint Fragment %main "main" %in_var_A %in_var_B %out_var_SV_Target
//@ check-not: %unused
Buffer<float> used;
Buffer<float> unused;
float4 main(float4 seen : A, float4 unseen : B) : SV_Target {
    float4 dead = unseen * unused[0];
    return seen * used[0];
}
