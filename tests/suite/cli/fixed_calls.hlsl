//@ run: -T ps_6_0 -O0
//@ emit: spirv
//@ check: OpFunctionCall %float %twice

// Arguments are put right where calls are written out.
//@ run: -T ps_6_0 -O0 -fspv-fix-func-call-arguments
//@ emit: spirv
//@ check-not: OpFunctionCall %float %twice
float twice(float x) { return 2 * x; }
float4 main(float4 seen : A) : SV_Target { return twice(seen.y); }
