//@ run: -T ps_6_6 -fspv-use-emulated-heap -fspv-use-descriptor-heap
//@ emit: spirv
//@ check: OpExtension "SPV_EXT_descriptor_heap"
//@ check: %sampler_heap = OpUntypedVariableKHR
float4 main(float2 at : A) : SV_Target {
  Texture2D image = ResourceDescriptorHeap[0];
  SamplerState sampling = SamplerDescriptorHeap[0];
  return image.Sample(sampling, at);
}
