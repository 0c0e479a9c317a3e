//@ run: -T ps_6_6 -fspv-use-descriptor-heap -fspv-use-emulated-heap
//@ emit: spirv
//@ check: OpDecorate %SamplerDescriptorHeap Binding
//@ check-not: DescriptorHeapEXT
float4 main(float2 at : A) : SV_Target {
  Texture2D image = ResourceDescriptorHeap[0];
  SamplerState sampling = SamplerDescriptorHeap[0];
  return image.Sample(sampling, at);
}
