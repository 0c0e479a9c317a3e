//@ run: -T ps_6_0
//@ emit: spirv
// An offset that is no constant is added to the texel: the instruction takes constants alone. The layer stays.
//@ check: OpImageFetch %v4float %{*} %{*} Lod|ConstOffset
//@ check: OpIAdd %v2int
//@ check: OpImageFetch %v4float %{*} %{*} Lod %
//@ check: OpCompositeConstruct %v3int %{*} %{*} %int_0
//@ check: OpIAdd %v3int
//@ check: OpImageFetch %v4float %{*} %{*} Lod %
Texture2D<float4> t;
Texture2DArray<float4> layers;
float4 main(int2 offset : A, int3 at : B) : SV_Target {
    return t.Load(at, int2(1, 2)) + t.Load(at, offset) + layers.Load(int4(at, 0), offset);
}
