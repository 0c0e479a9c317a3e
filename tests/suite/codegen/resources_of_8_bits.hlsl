//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: OpCapability StoragePushConstant8
//@ check: OpCapability Int8
//@ check: OpCapability StorageBuffer8BitAccess
//@ check: OpCapability StorageImageExtendedFormats
//@ check: %type_2d_image = OpTypeImage %uint 2D 2 0 0 2 R8ui
//@ check: %type_2d_image_0 = OpTypeImage %int 2D 2 0 0 2 Rg8i
//@ check: %type_buffer_image = OpTypeImage %uint Buffer 2 0 0 1 Rgba8ui
//@ check: OpLoad %char {*} Aligned 1
// Integers of 8 bits in each kind of resource.
struct Push { uint8_t2 pushed; uint64_t address; };
[[vk::push_constant]] Push push;
RWTexture2D<uint8_t> one;
RWTexture2D<int8_t2> two;
Buffer<uint8_t4> four;
RWStructuredBuffer<uint> r;

[numthreads(1, 1, 1)]
void main(uint2 i : SV_DispatchThreadID) {
    one[i] = push.pushed.y;
    two[i] = (int8_t2)four[i.x].zw;
    vk::RawBufferStore<uint8_t>(push.address, four[i.x].x, 1);
    r[0] = vk::RawBufferLoad<int8_t>(push.address + 1, 1);
}
