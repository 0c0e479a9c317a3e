//@ run: -T ps_6_5 -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check-not: MeshShadingEXT
//@ check-not: CullPrimitiveEXT
//@ check: %float_2 = OpConstant %float 2
//@ check: %{value} = OpConstantComposite %v4float %float_2 %float_2 %float_2 %float_2
//@ check: OpStore %out_var_SV_Target %{value}
//@ run: -T ps_6_5 -fspv-target-env=vulkan1.3 -O0
//@ run: -T ps_6_5 -fspv-target-env=vulkan1.3 -fspv-debug=vulkan-with-source -O0
// Culled primitives have no pixels: a pixel shader may share the struct of a mesh shader, and its primitives are not culled.
struct Primitive {
    bool is_culled : SV_CullPrimitive;
};

float4 main(Primitive primitive) : SV_Target {
    return primitive.is_culled ? 1 : 2;
}
