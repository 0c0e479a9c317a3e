//@ run: -T ps_6_6 -fspv-target-env=vulkan1.2 -DKIND=0
//@ check: OpCapability ShaderNonUniform
//@ check: OpCapability StorageImageArrayNonUniformIndexing
//@ check-not: OpCapability StorageTexelBufferArrayNonUniformIndexing
//@ check: OpDecorate {chain} NonUniform
//@ check: OpDecorate {texel} NonUniform
//@ check: {chain} = OpAccessChain {*} %images {*}
//@ check: {texel} = OpImageTexelPointer %_ptr_Image_uint {chain} {*}
//@ run: -T ps_6_6 -fspv-target-env=vulkan1.2 -DKIND=1
//@ check: OpCapability StorageTexelBufferArrayNonUniformIndexing
//@ check-not: OpCapability StorageImageArrayNonUniformIndexing
//@ check: OpDecorate {chain} NonUniform
//@ check: OpDecorate {texel} NonUniform
//@ check: {chain} = OpAccessChain {*} %texels {*}
//@ check: {texel} = OpImageTexelPointer %_ptr_Image_uint {chain} {*}
//@ run: -T ps_6_6 -fspv-target-env=vulkan1.2 -DKIND=2
//@ check: OpCapability StorageBufferArrayNonUniformIndexing
//@ check: OpDecorate {pointer} NonUniform
//@ check: {pointer} = OpAccessChain %_ptr_StorageBuffer_uint %bytes {*}
//@ check: OpAtomicUMax %uint {pointer} {*}
//@ run: -T ps_6_6 -fspv-target-env=vulkan1.2 -DKIND=3
//@ check: OpCapability SampledImageArrayNonUniformIndexing
//@ check: OpDecorate {chain} NonUniform
//@ check: OpDecorate {sampler} NonUniform
//@ check: OpDecorate {both} NonUniform
//@ check: {chain} = OpAccessChain {*} %samplers {*}
//@ check: {sampler} = OpLoad %type_sampler {*}
//@ check: {both} = OpSampledImage {*} {sampler}
//@ check: OpImageSampleExplicitLod %v4float {both} {*}
//@ run: -T ps_6_6 -fspv-target-env=vulkan1.2 -DKIND=4
//@ check-not: OpCapability StorageBufferArrayNonUniformIndexing
//@ check-not: OpDecorate {*} NonUniform
//@ run: -T ps_6_6 -fspv-target-env=vulkan1.2 -DKIND=5
//@ check: OpCapability SampledImageArrayNonUniformIndexing
//@ check-not: OpCapability StorageBufferArrayNonUniformIndexing
//@ check: OpDecorate {chain} NonUniform
//@ check: OpDecorate {image} NonUniform
//@ check: {chain} = OpAccessChain %_ptr_UniformConstant_type_2d_image %pages {*}
//@ check: {image} = OpLoad %type_2d_image {chain}
// What is reached through a marked index is decorated, and its kind of resource is declared. An element of one buffer is
// no resource of its own; what is read there differs as the index does.
Texture2D pages[];
RWTexture2D<uint> images[];
RWBuffer<uint> texels[8];
RWByteAddressBuffer bytes[8];
SamplerState samplers[8];
StructuredBuffer<uint> one;

float4 main(nointerpolation uint given : GIVEN) : SV_Target {
    const uint index = NonUniformResourceIndex(given);
#if KIND == 0
    InterlockedMax(images[index][uint2(1, 2)], 4);
#elif KIND == 1
    InterlockedMax(texels[index][3], 4);
#elif KIND == 2
    bytes[index].InterlockedMax(8, 4);
#elif KIND == 3
    return pages[0].SampleLevel(samplers[index], 0.5, 0);
#elif KIND == 4
    return one[index];
#else
    return pages[one[index]].Load(0);
#endif
    return 0;
}
