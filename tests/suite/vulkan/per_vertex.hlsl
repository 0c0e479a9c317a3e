//@ run: -T ps_6_1
//@ check: OpCapability FragmentBarycentricKHR
//@ check: OpExtension "SPV_KHR_fragment_shader_barycentric"
//@ check-not: OpDecorate %gl_PrimitiveID PerVertexKHR
//@ check: OpDecorate %in_var_COLOR Location 0
//@ check: OpDecorate %in_var_SURFACE Location 1
//@ check: OpDecorate %in_var_SURFACE1 Location 2
//@ check: OpDecorate %in_var_LIGHTS Location 3
//@ check: OpDecorate %in_var_PLAIN Location 5
//@ check: OpDecorate %in_var_COLOR PerVertexKHR
//@ check: OpDecorate %in_var_SURFACE PerVertexKHR
//@ check: OpDecorate %in_var_SURFACE1 PerVertexKHR
//@ check: OpDecorate %in_var_LIGHTS PerVertexKHR
//@ check: %in_var_COLOR = OpVariable %_ptr_Input__arr_v3float_uint_3 Input
//@ check: %in_var_LIGHTS = OpVariable %_ptr_Input__arr__arr_v4float_uint_2_uint_3 Input
//@ check: %in_var_PLAIN = OpVariable %_ptr_Input_v2float Input
//@ run: -T ps_6_1 -O0
//@ run: -T lib_6_3
//@ check: OpDecorate %in_var_COLOR_0 PerVertexKHR
//@ run: -T ps_6_1 -E untouched
//@ check: OpDecorate %in_var_COLOR Flat
//@ check-not: PerVertexKHR
// Inputs that are not interpolated hold a value for each vertex where one of them is asked for, in structs and behind
// calls too; a plain use is the first vertex, and lists give all vertices one value.

struct Surface {
    float2 uv;
    uint id;
};

struct Input {
    float4 position : SV_Position;
    nointerpolation float3 color : COLOR;
    nointerpolation Surface surface : SURFACE;
    nointerpolation uint triangle_id : SV_PrimitiveID;
    float3 weights : SV_Barycentrics;
    nointerpolation float4 lights[2] : LIGHTS;
    float2 plain : PLAIN;
};

float3 blend(nointerpolation float3 value, float3 weights) {
    float3 sum = GetAttributeAtVertex(value, 0) * weights.x + GetAttributeAtVertex(value, 1) * weights.y;
    return sum + GetAttributeAtVertex(value, 2) * weights.z - value;
}

float2 last_uv(Input input) { return GetAttributeAtVertex(input.surface.uv, 2); }

[shader("pixel")]
float4 main(Input input) : SV_Target {
    Input made = { input.position, input.color.zyx, input.surface, 3u, input.weights, 1.0.xxxx, 2.0.xxxx, input.plain };
    made.lights[0] = GetAttributeAtVertex(input.lights[1], input.triangle_id % 3);
    Input copy = made;
    uint id = GetAttributeAtVertex(input.surface.id, 1);
    return float4(blend(input.color, input.weights) + blend(copy.color, copy.weights), last_uv(made).x + id + input.plain.y) + copy.lights[0];
}

[shader("pixel")]
float4 untouched(nointerpolation float3 color : COLOR) : SV_Target { return color.xyzz; }
