//@ run: -T vs_6_0 -fspv-target-env=vulkan1.1
//@ check: OpExtInstImport "SPV_AMD_shader_trinary_minmax"
//@ check: OpExtInst %v3uint {*} UMid3AMD
//@ check: OpExtInst %v3uint {*} UMid3AMD
//@ check: OpExtInst %float {*} CubeFaceIndexAMD
// The sets of instructions of a vendor are read, optimised, written and listed like others.
[[vk::ext_extension("SPV_AMD_shader_trinary_minmax")]]
[[vk::ext_instruction(/* UMid3AMD */ 8, "SPV_AMD_shader_trinary_minmax")]]
uint3 middle(uint3 a, uint3 b, uint3 c);

[[vk::ext_extension("SPV_AMD_gcn_shader")]]
[[vk::ext_instruction(/* CubeFaceIndexAMD */ 1, "SPV_AMD_gcn_shader")]]
float cube_face(float3 direction);

float main(uint3 a : A, uint3 b : B, float3 direction : C) : D {
    uint3 both = middle(a, b, uint3(4, 5, 6)) + middle(b, a, 7);
    return cube_face(direction) + float(both.x + both.y);
}
