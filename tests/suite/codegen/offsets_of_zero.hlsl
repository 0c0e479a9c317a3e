//@ run: -T ps_6_0 -Oconfig=--legalize-hlsl
//@ check: OpImageSampleExplicitLod %v4float %{*} %{*} Lod %float_0
//@ check: OpImageSampleExplicitLod %v4float %{*} %{*} Lod|ConstOffset %float_0 %{*}
//@ check-not: OpConstantComposite %v2int %int_0 %int_0

//@ run: -T ps_6_0
//@ check: OpImageSampleExplicitLod %v4float %{*} %{*} Lod %float_0
//@ check: OpImageSampleExplicitLod %v4float %{*} %{*} Lod|ConstOffset %float_0 %{*}
//@ check-not: OpConstantComposite %v2int %int_0 %int_0

// An offset of zero says nothing.
SamplerState smooth : register(s5);
Texture2D<float4> map : register(t1);

float4 main(float2 at : A) : SV_Target {
    float4 sum = 0;
    [unroll] for (int i = 0; i < 2; ++i) sum += map.SampleLevel(smooth, at, 0.0, i);
    return sum;
}
