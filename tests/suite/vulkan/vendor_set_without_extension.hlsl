//@ run: -T vs_6_0 -fspv-target-env=vulkan1.1
//@ emit: spirv
//@ check: OpExtInstImport "SPV_AMD_shader_trinary_minmax"
//@ check: FMin3AMD
// The source need not name the extension of a set of instructions, which spirv-val does not ask for.
[[vk::ext_instruction(/* FMin3AMD */ 1, "SPV_AMD_shader_trinary_minmax")]]
float least(float x, float y, float z);

float4 main(float3 at : A) : SV_Position { return least(at.x, at.y, at.z); }
