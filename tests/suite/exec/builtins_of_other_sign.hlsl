//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: OpDecorate {everywhere} BuiltIn GlobalInvocationId
//@ check-not: gl_GlobalInvocationID
//@ in: o = i32:0*16
//@ dispatch: 2 1 1
//@ out: o = i32:-1,0,-2,1, -3,2,-4,3, -5,0,-6,1, -7,2,-8,3
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1 -O0
//@ in: o = i32:0*16
//@ dispatch: 2 1 1
//@ out: o = i32:-1,0,-2,1, -3,2,-4,3, -5,0,-6,1, -7,2,-8,3
// A built-in may have signed integers beside a semantic whose integers are unsigned. Both are one variable.

[[vk::ext_builtin_input(28)]] static const int3 everywhere;
[[vk::ext_builtin_input(29)]] static const int index;

RWStructuredBuffer<int> o;

[numthreads(4, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID, uint in_group : SV_GroupIndex) {
    o[thread.x * 2] = -1 - everywhere.x;
    o[everywhere.x * 2 + 1] = min(index, int(in_group));
}
