//@ run: -T vs_6_0
//@ emit: spirv
//@ check-not: BaseVertex

//@ run: -T vs_6_0 -fvk-support-nonzero-base-vertex -fspv-target-env=vulkan1.1
//@ emit: spirv
//@ check: BuiltIn BaseVertex
//@ check: OpISub %{type}
float4 main(uint vertex : SV_VertexID) : SV_Position { return vertex; }
