//@ run: -T ps_6_0
//@ run: -T ps_6_0 -O0
//@ emit: spirv
//@ check: OpAccessChain %_ptr_Input_float %in_var_M %uint_1 %uint_2
//@ check: OpExtInst %float {gl} InterpolateAtCentroid
// Parts of inputs, in branches and behind other uses, and vectors that are made of parts.
float4 main(float4x4 m : M, float4 v : V, float2 uv : UV, nointerpolation uint which : W) : SV_Target {
    float4 sum = EvaluateAttributeCentroid(m[1].z);
    if (uv.x > 0.5) {
        sum.xy += float2(EvaluateAttributeAtSample(uv.x, 0), EvaluateAttributeAtSample(uv.y, 1));
        sum += EvaluateAttributeSnapped(m[2], int2(1, -3));
        sum += EvaluateAttributeCentroid(m)[3];
    }
    sum.zw += EvaluateAttributeCentroid(v.yx);
    sum += EvaluateAttributeCentroid(v[which & 3]);
    sum += EvaluateAttributeCentroid(float4(uv, 0, 1));
    return sum;
}
