//@ run: -T ps_6_6 -fvk-bind-sampler-heap 9 2
//@ emit: spirv
//@ check: OpCapability RuntimeDescriptorArray
//@ check: OpDecorate %data Binding 0
//@ check: OpDecorate %SamplerDescriptorHeap DescriptorSet 2
//@ check: OpDecorate %SamplerDescriptorHeap Binding 9
//@ check: OpDecorate %ResourceDescriptorHeap Binding 1
StructuredBuffer<uint> data;

Texture2D choose(uint index) { return ResourceDescriptorHeap[index]; }

float4 main(float2 at : A) : SV_Target {
  SamplerState sampling = SamplerDescriptorHeap[data[0]];
  return choose(data[1]).Sample(sampling, at);
}
