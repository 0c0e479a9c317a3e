//@ run: -T ps_6_0 -O0
//@ emit: spirv
//@ check: %pair = OpVariable %_ptr_Function_v2float Function
//@ check: OpFunctionCall %float %twice

// Arguments are put right where calls are written out: what a function changes is copied out of a vector and back.
//@ run: -T ps_6_0 -O0 -fspv-fix-func-call-arguments
//@ emit: spirv
//@ check: OpAccessChain %_ptr_Function_float %pair %int_1
//@ check: OpFunctionCall %float %twice
//@ check: OpStore
float twice(inout float x) { x *= 2; return x; }
float4 main(float4 seen : A) : SV_Target {
    float2 pair = seen.xy;
    return twice(pair.y) + pair.y;
}
