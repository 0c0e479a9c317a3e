//@ run: -T vs_6_0
//@ check: OpDecorate %gl_VertexIndex BuiltIn VertexIndex
//@ check: OpDecorate %gl_InstanceIndex BuiltIn InstanceIndex
//@ check: OpDecorate %gl_Position BuiltIn Position
//@ check: OpDecorate %in_var_POSITION Location 0
//@ check: OpDecorate %in_var_WORLD Location 1
//@ check: OpDecorate %in_var_UV Location 5
//@ check: OpDecorate %out_var_COLOR Location 0
//@ check: OpDecorate %out_var_LAYER Location 1
struct In { float3 position : POSITION; float4x4 world : WORLD; float2 uv : UV; };
struct Out { float4 position : SV_Position; float4 colour : COLOR; nointerpolation uint layer : LAYER; };
Out main(In i, uint vertex : SV_VertexID, uint instance : SV_InstanceID) {
    Out o;
    o.position = mul(float4(i.position, 1), i.world);
    o.colour = float4(i.uv, vertex, 1);
    o.layer = instance;
    return o;
}
//@ run: -T vs_6_0 -fvk-invert-y
//@ check: OpFNegate %float
