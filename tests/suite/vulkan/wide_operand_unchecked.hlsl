//@ run: -T cs_6_2 -E main -Vd -fspv-target-env=vulkan1.1
//@ emit: spirv
//@ check: GLSL.std.450
//@ check: FindILsb
// Without validation, functions of an extended instruction set are emitted for types that they are not defined for.
[[vk::ext_instruction(73, "GLSL.std.450")]] uint lowest_set_bit(uint64_t v);
RWStructuredBuffer<uint64_t> wide;
RWStructuredBuffer<uint> found;
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) { found[i] = lowest_set_bit(wide[i]); }
