//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 -fspv-use-vulkan-memory-model -fcgl
//@ emit: spirv
//@ check: OpCapability VulkanMemoryModel
//@ check: OpExtension "SPV_KHR_vulkan_memory_model"
//@ check: OpMemoryModel Logical Vulkan
//@ check-not: Coherent
//@ check: %{*} = OpLoad %Item %{*} MakePointerVisible|NonPrivatePointer %uint_5
//@ check: OpStore %{*} %{*} MakePointerAvailable|NonPrivatePointer %uint_2
//@ check: OpControlBarrier %uint_2 %uint_2 %uint_264
//@ check: %{*} = OpLoad %Item %{*}
//@ check: %{*} = OpLoad %uint %{*} MakePointerVisible|NonPrivatePointer %uint_5
//@ check: %{*} = OpLoad %uint %{*} MakePointerVisible|NonPrivatePointer %uint_2
//@ check: %{known} = OpLoad %type_2d_image %picture
//@ check: %{*} = OpImageRead %v4float %{known} %{*} MakeTexelVisible|NonPrivateTexel %uint_5
//@ check: %{other} = OpLoad %type_2d_image %plain_picture
//@ check: %{*} = OpImageRead %v4float %{other} %{*} None
//@ check: OpImageWrite %{*} %{*} %{*} MakeTexelAvailable|NonPrivateTexel %uint_5
//@ check: OpImageWrite %{*} %{*} %{*} None
//@ check: %{*} = OpAtomicIAdd %uint %{*} %uint_5 %uint_0 %uint_1
//@ check: %{*} = OpAtomicIAdd %uint %{*} %uint_2 %uint_0 %{*}
//@ check: OpMemoryBarrier %uint_5 %uint_2120
//@ check: %{*} = OpImageRead %v4float %{*} %{*} MakeTexelVisible|NonPrivateTexel %uint_5
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 -fspv-use-vulkan-memory-model -O0
//@ emit: spirv
//@ check-not: Coherent
//@ check: OpImageWrite %{*} %{*} %{*} MakeTexelAvailable|NonPrivateTexel %uint_5
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -fspv-use-vulkan-memory-model
//@ emit: spirv
//@ check-not: OpExtension
//@ check: OpMemoryModel Logical Vulkan
//@ check: %{*} = OpLoad %Item %{*} MakePointerVisible|NonPrivatePointer %uint_5
//@ check: %{*} = OpLoad %uint %{*} MakePointerVisible|NonPrivatePointer %uint_2
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 -fspv-use-vulkan-memory-model -fspv-extension=SPV_KHR_ray_query
//@ emit: spirv
//@ check: OpExtension "SPV_KHR_vulkan_memory_model"
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -fspv-debug=vulkan-with-source -fspv-use-vulkan-memory-model
//@ run: -T cs_6_0 -O0
//@ emit: spirv
//@ check: OpMemoryModel Logical GLSL450
//@ check: OpDecorate %items Coherent
//@ check: OpMemberDecorate %Parts 0 Coherent
//@ check-not: NonPrivatePointer
// What a variable or a member says in the memory model of GLSL, each access says in that of Vulkan.
struct Item { uint a; float4 b; };
struct Parts { globallycoherent uint shared_part; uint part; };
globallycoherent RWStructuredBuffer<Item> items;
RWStructuredBuffer<Item> plain;
RWStructuredBuffer<Parts> parts;
globallycoherent RWTexture2D<float4> picture;
RWTexture2D<float4> plain_picture;
groupshared uint sums[64];
// Nobody knows before the passes which image this is.
float4 read(RWTexture2D<float4> image, uint2 place) { return image[place]; }
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    Item coherent = items[id.x];
    sums[index] = coherent.a;
    GroupMemoryBarrierWithGroupSync();
    Item item = plain[id.x];
    item.a += parts[id.x].shared_part + parts[id.x].part + sums[63 - index];
    item.b = picture[id.yx] + plain_picture[id.yx];
    picture[id.xy] = item.b;
    plain_picture[id.xy] = item.b;
    items[id.y] = item;
    uint old;
    InterlockedAdd(items[3].a, 1, old);
    InterlockedAdd(sums[3], old);
    DeviceMemoryBarrier();
    plain[id.x] = item;
    plain[id.y].b = read(plain_picture, id.xy);
}
