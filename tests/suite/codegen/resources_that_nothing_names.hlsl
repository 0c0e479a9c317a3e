//@ run: -T ps_6_0
//@ emit: spirv
//@ check-not: Sampled1D
//@ check-not: RuntimeDescriptorArray
//@ check-not: %type_Unnamed
//@ check: OpDecorate %named Binding 1
//@ check: OpDecorate %handed Binding 3
//@ run: -T ps_6_0 -fspv-preserve-bindings
//@ emit: spirv
//@ check: OpCapability Sampled1D
//@ check: OpDecorate %line_of_texels Binding 0
//@ check: OpDecorate %many Binding 2
//@ run: -T ps_6_0 -O0
//@ emit: spirv
//@ check-not: OpCapability Sampled1D
//@ check-not: OpCapability RuntimeDescriptorArray
//@ run: -T ps_6_0 -fcgl
//@ emit: spirv
//@ check: %Unnamed = OpVariable
// Modules ask for nothing that resources would need which passes drop. Those that code names keep their numbers.
Texture1D<float> line_of_texels;
Texture2D<float> named;
Texture2D<float> many[];
Texture2D<float> handed;
RWStructuredBuffer<float> counted;
cbuffer Unnamed { float4 member; };
static Texture2D<float> other = handed;

float4 main(float4 at : SV_Position) : SV_Target {
    return named.Load(int3(at.xy, 0)) + other.Load(int3(at.xy, 0));
}
