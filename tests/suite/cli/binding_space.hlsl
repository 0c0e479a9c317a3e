//@ run: -T ps_6_0 -auto-binding-space 3
//@ emit: spirv
//@ check: OpDecorate %first DescriptorSet 3
//@ check: OpDecorate %second DescriptorSet 1
Buffer<float> first : register(t0);
Buffer<float> second : register(t1, space1);
float4 main() : SV_Target { return first[0] + second[0]; }
