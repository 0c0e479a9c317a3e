//@ run: -T ps_6_8 -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: OpImageSampleDrefExplicitLod %float {image} {coordinates} %float_0_5 Grad {d} {d}
TextureCubeArray<float4> cubes;
SamplerComparisonState compare;
float main(float4 at : A, float3 d : D) : SV_Target { return cubes.SampleCmpGrad(compare, at, 0.5, d, d); }
