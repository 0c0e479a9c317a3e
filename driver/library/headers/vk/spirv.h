// Numbers of SPIR-V, and pointers into workgroup memory.
#ifndef HLSL2SPIRV_VK_SPIRV_H
#define HLSL2SPIRV_VK_SPIRV_H

namespace vk {

@enums@
template <typename T>
using WorkgroupSpirvPointer =
    vk::SpirvOpaqueType<32, vk::Literal<vk::integral_constant<uint, StorageClassWorkgroup> >, T>;

template <typename T>
[[vk::ext_instruction(83)]] WorkgroupSpirvPointer<T> GetGroupSharedAddress([[vk::ext_reference]] T place);

} // namespace vk
#endif
