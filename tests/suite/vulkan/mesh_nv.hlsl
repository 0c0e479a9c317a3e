//@ run: -T ms_6_5 -E mesh
//@ check: OpCapability MeshShadingNV
//@ check: OpExtension "SPV_NV_mesh_shader"
//@ check: OpEntryPoint MeshNV %mesh "mesh"
//@ check: OpDecorate %in_var_scales PerTaskNV
//@ check: OpDecorate %in_var_scales Offset 0
//@ check: OpDecorate %in_var_tint PerTaskNV
//@ check: OpDecorate %in_var_tint Offset 16
//@ check: OpDecorate %{indices} BuiltIn PrimitiveIndicesNV
//@ check: OpDecorate %{count} BuiltIn PrimitiveCountNV
//@ check: %{indices} = OpVariable %_ptr_Output__arr_uint_uint_6 Output
//@ check: OpStore %{count} %uint_2
//@ run: -T ms_6_5 -E mesh -O0
//@ run: -T ms_6_5 -E mesh -fspv-target-env=vulkan1.3
//@ check: OpEntryPoint MeshEXT %mesh "mesh"
//@ run: -T ms_6_5 -E mesh -fspv-target-env=vulkan1.3 -fspv-extension=SPV_NV_mesh_shader
//@ check: OpEntryPoint MeshNV %mesh "mesh"
//@ run: -T as_6_5 -E task -fspv-target-env=vulkan1.1
//@ check: OpEntryPoint TaskNV %task "task"
//@ check: OpDecorate %out_var_scales PerTaskNV
//@ check: OpDecorate %{count} BuiltIn TaskCountNV
//@ check: OpStore %out_var_scales
//@ check: OpStore %out_var_tint
//@ check: OpStore %{count}
// Before SPIR-V 1.4, and where it is named, mesh shaders are those of the older extension.
struct Inner { float4 tint; };
struct Payload { float scales[4]; Inner inner; };
struct Vertex { float4 position : SV_Position; float4 tint : TINT; };
struct Primitive { int layer : SV_RenderTargetArrayIndex; };

groupshared Payload shared_payload;

[numthreads(4, 1, 1)]
void task(uint i : SV_GroupIndex) {
    shared_payload.scales[i] = i;
    shared_payload.inner.tint = 1;
    DispatchMesh(2, 3, i, shared_payload);
}

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void mesh(uint i : SV_GroupIndex, in payload Payload payload_, out vertices Vertex corners[4],
          out indices uint3 triangles[2], out primitives Primitive primitives_[2]) {
    SetMeshOutputCounts(4, 2);
    corners[i].position = float4(payload_.scales[i], 1, 2, 3);
    corners[i].tint = payload_.inner.tint;
    triangles[0] = uint3(0, 1, 2);
    triangles[1].zx = uint2(i, 3);
    triangles[1][1] = i;
    primitives_[0].layer = i;
}
