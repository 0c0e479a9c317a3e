//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = u32:0*128
//@ dispatch: 1
//@ out: 0:0 = u32:255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14,17,16,19,18,21,20,23,22,25,24,27,26,29,28,31,30,33,32,35,34,37,36,39,38,41,40,43,42,45,44,47,46,49,48,51,50,53,52,55,54,57,56,59,58,61,60,63,62
//@ run: glslc -O --target-env=vulkan1.1

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
// What holds for every size of subgroups, in control flow that diverges too. A bit per fact.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Result { uint facts[64]; uint swapped[64]; } result;

void main() {
    uint lane = gl_LocalInvocationIndex, id = gl_SubgroupInvocationID, size = gl_SubgroupSize;
    uint facts = 0u;
    facts |= subgroupAdd(1u) == size ? 1u : 0u;
    facts |= subgroupInclusiveAdd(1u) == id + 1u ? 2u : 0u;
    facts |= subgroupBallotExclusiveBitCount(subgroupBallot(true)) == id ? 4u : 0u;
    facts |= subgroupBroadcastFirst(id) == 0u ? 8u : 0u;
    facts |= subgroupAll(id < size) && !subgroupAny(id >= size) ? 16u : 0u;
    facts |= subgroupMax(lane) == subgroupMin(lane) + size - 1u ? 32u : 0u;
    if ((id & 1u) == 1u) {
        facts |= subgroupAdd(1u) == size / 2u ? 64u : 0u;
        facts |= subgroupExclusiveAdd(2u) == id - 1u ? 128u : 0u;
    } else {
        facts |= subgroupBroadcastFirst(id) == 0u ? 64u : 0u;
        facts |= subgroupElect() == (id == 0u) ? 128u : 0u;
    }
    result.facts[lane] = facts;
    result.swapped[lane] = subgroupShuffleXor(lane, 1u);
}
