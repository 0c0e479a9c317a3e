//@ run: -T cs_6_0 -HV 2021 -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: {from} = OpLoad %v4float
//@ check: OpConvertFToU %v4uint {from}
//@ check: {place} = OpAccessChain %_ptr_Workgroup_uint %shared_numbers %int_3
//@ check: OpLoad %uint {place}
#include <vk/opcode_selector.h>
#include <vk/spirv.h>
RWStructuredBuffer<float4> source;
RWStructuredBuffer<uint4> target;
groupshared uint shared_numbers[8];

[[vk::ext_instruction(61)]] uint load(vk::WorkgroupSpirvPointer<uint> pointer);

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
  target[0] = vk::util::ConversionSelector<float, uint>::Convert<uint4>(source[0]);
  shared_numbers[lane] = lane;
  GroupMemoryBarrierWithGroupSync();
  target[1] = load(vk::GetGroupSharedAddress(shared_numbers[3]));
}
