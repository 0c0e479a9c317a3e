//@ run: -T ps_6_0
//@ emit: spirv
//@ check-not: OpFDiv

//@ run: -T ps_6_0 -fvk-use-dx-position-w
//@ emit: spirv
//@ check: OpFDiv %float %float_1
float4 main(float4 at : SV_Position) : SV_Target { return at.w; }
