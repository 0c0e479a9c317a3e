//@ run: -T vs_6_0
struct V {
    float4 at : SV_Position;
    float2 uv : UV;
    float3 list[2] : LIST;
    float4 rest : REST;
//~        ^ warning[W2560]: output 'rest' is never written
};
V main(float4 at : AT) {
    V v;
//~   ^ note: member of this variable
    v.at = at;
    v.uv.x = 1;
    v.list[0] = 1;
    return v;
}
