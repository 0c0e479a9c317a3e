//@ run: -T ps_6_0
// Registers give numbers, attributes win over them, and the rest takes what is free.
//@ check: OpDecorate %explicit_set DescriptorSet 2
//@ check: OpDecorate %explicit_set Binding 7
//@ check: OpDecorate %attribute_wins Binding 9
//@ check: OpDecorate %by_register DescriptorSet 1
//@ check: OpDecorate %by_register Binding 3
//@ check: OpDecorate %automatic DescriptorSet 0
//@ check: OpDecorate %automatic Binding 0
[[vk::binding(7, 2)]] Texture2D explicit_set;
Texture2D by_register : register(t3, space1);
[[vk::binding(9)]] Texture2D attribute_wins : register(t4);
SamplerState automatic;
float4 main(float2 p : P) : SV_Target { return explicit_set.Sample(automatic, p) + by_register.Sample(automatic, p) + attribute_wins.Sample(automatic, p); }
