//@ run: -T cs_6_6 -fspv-use-descriptor-heap -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: OpCapability DescriptorHeapEXT
//@ check: OpExtension "SPV_EXT_descriptor_heap"
//@ check: OpEntryPoint GLCompute %main "main" {*} %sampler_heap %resource_heap
//@ check: OpDecorate %sampler_heap BuiltIn SamplerHeapEXT
//@ check: OpDecorate %resource_heap BuiltIn ResourceHeapEXT
//@ check: OpDecorateId %_runtimearr_type_2d_image ArrayStrideIdEXT %{stride}
//@ check: %{image_size} = OpConstantSizeOfEXT %uint %type_2d_image
//@ check: %type_buffer_ext = OpTypeBufferEXT Uniform
//@ check: %{buffer_size} = OpConstantSizeOfEXT %uint %type_buffer_ext
//@ check: %{larger} = OpSpecConstantOp %bool UGreaterThan %{image_size} %{buffer_size}
//@ check: %{stride} = OpSpecConstantOp %uint Select %{larger} %{image_size} %{buffer_size}
//@ check: %{image} = OpUntypedAccessChainKHR %type_untyped_pointer %_runtimearr_type_2d_image %resource_heap
//@ check: %{counts} = OpUntypedAccessChainKHR %type_untyped_pointer %_runtimearr_type_2d_image_0 %resource_heap
//@ check: OpBufferPointerEXT %_ptr_StorageBuffer_type_StructuredBuffer_Light
//@ check: OpBufferPointerEXT %_ptr_StorageBuffer_type_RWByteAddressBuffer
//@ check: OpBufferPointerEXT %_ptr_Uniform_type_ConstantBuffer_Light
//@ check: %{texel} = OpUntypedImageTexelPointerEXT %_ptr_Image %type_2d_image_0 %{counts}
//@ check: OpAtomicIAdd %uint %{texel}
struct Light { float4 colour; uint kind; };

Texture2D<float4> choose(uint index) { return ResourceDescriptorHeap[NonUniformResourceIndex(index)]; }

uint kind(StructuredBuffer<Light> lights, uint at) { return lights[at].kind; }

static SamplerState sampling = SamplerDescriptorHeap[1];

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Texture2D<float4> image = choose(id.x);
  RWTexture2D<uint> counts = ResourceDescriptorHeap[2];
  StructuredBuffer<Light> lights = ResourceDescriptorHeap[3];
  globallycoherent RWByteAddressBuffer bytes = ResourceDescriptorHeap[4];
  ConstantBuffer<Light> one = ResourceDescriptorHeap[5];
  RWStructuredBuffer<float4> output = ResourceDescriptorHeap[6];
  InterlockedAdd(counts[id.xy], kind(lights, id.x));
  bytes.Store(id.x * 4, one.kind);
  output[id.x] = image.SampleLevel(sampling, 0.5, 0) * one.colour + lights[id.x].colour;
}
