//@ run: -T vs_6_8 -E main -fvk-support-nonzero-base-instance -fvk-support-nonzero-base-vertex
//@ emit: spirv
//@ check: OpDecorate {*} BuiltIn InstanceIndex
//@ check: OpDecorate {*} BuiltIn BaseInstance
//@ check: OpDecorate {*} BuiltIn BaseVertex
// What is subtracted from indices may be an input of its own, of either sign.
float4 main(
    uint i : SV_InstanceID,
    int s : SV_StartInstanceLocation,
    [[vk::builtin("BaseVertex")]] int v : V,
    uint id : SV_VertexID
) : SV_Position {
    return i + s + v + id;
}
