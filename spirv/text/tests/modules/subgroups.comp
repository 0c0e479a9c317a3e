#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Data { float data[]; };
void main() {
  float x = data[gl_GlobalInvocationID.x];
  float y = subgroupAdd(x) + subgroupExclusiveMul(x) + subgroupInclusiveMax(x) + subgroupClusteredMin(x, 8);
  if (subgroupAny(x > 1.0) && !subgroupAll(x > 2.0)) {
    uvec4 ballot = subgroupBallot(x > 0.5);
    y += float(subgroupBallotBitCount(ballot) + subgroupBallotFindLSB(ballot) + subgroupBallotExclusiveBitCount(ballot));
    y += subgroupBroadcast(x, 3) + subgroupBroadcastFirst(x) + subgroupShuffle(x, 5u) + subgroupShuffleXor(x, 1u);
    y += subgroupShuffleUp(x, 2u) + subgroupQuadSwapHorizontal(x) + subgroupQuadBroadcast(x, 1);
    y += subgroupInverseBallot(ballot) ? 1.0 : 0.0;
  }
  if (subgroupElect()) y += float(gl_SubgroupSize + gl_SubgroupInvocationID);
  data[gl_GlobalInvocationID.x] = subgroupAllEqual(y) ? y : -y;
}
