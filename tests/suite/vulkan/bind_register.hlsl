//@ run: -T ps_6_0 -fvk-bind-register t1 0 5 2 -fvk-bind-register s2 0 6 2 -fvk-bind-globals 8 3
//@ check: OpDecorate %image DescriptorSet 2
//@ check: OpDecorate %image Binding 5
//@ check: OpDecorate %taken Binding 6
//@ check: OpDecorate %_Globals DescriptorSet 3
//@ check: OpDecorate %_Globals Binding 8
Texture2D image : register(t1); SamplerState taken : register(s2); float4 tint;
float4 main(float2 p : P) : SV_Target { return image.Sample(taken, p) * tint; }
