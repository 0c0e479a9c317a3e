//@ run: -T cs_6_0
//@ check: OpEntryPoint GLCompute %main "main"
//@ check: OpExecutionMode %main LocalSize 8 4 1
//@ check: BuiltIn GlobalInvocationId
//@ check: BuiltIn WorkgroupId
//@ check: BuiltIn LocalInvocationId
//@ check: BuiltIn LocalInvocationIndex
RWStructuredBuffer<uint> values;
static const int width = 8;
[numthreads(width, width / 2, 1)]
void main(uint2 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex) {
    values[index] = id.x + group.y + local.z;
}
