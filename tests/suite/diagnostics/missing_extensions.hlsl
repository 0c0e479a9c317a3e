//@ run: -T cs_6_7 -fspv-extension=KHR -Vd
// What types and decorations need is named where the first variable or value of them comes from.
RWTexture2D<float4> images[] : register(u0);
//~                 ^ error[E3001]: capability RuntimeDescriptorArray is required here, but not available: extension SPV_EXT_descriptor_indexing is not allowed
[[vk::image_format("r64i")]] RWTexture2D<int64_t> wide;
//~                                               ^ error[E3001]: capability Int64ImageEXT is required here, but not available: extension SPV_EXT_shader_image_int64 is not allowed
RWStructuredBuffer<uint> result;
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    images[NonUniformResourceIndex(id.x)][id.xy] = 1;
//~        ^ error[E3001]: capability ShaderNonUniform is required here, but not available: extension SPV_EXT_descriptor_indexing is not allowed
//~ ^ error[E3001]: capability StorageImageArrayNonUniformIndexing is required here, but not available: extension SPV_EXT_descriptor_indexing is not allowed
    wide[id.xy] = 2;
    result[0] = 1;
}
