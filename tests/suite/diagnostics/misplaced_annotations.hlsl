//@ run: -T ps_6_0 -E main
Texture2D map : read(caller);
//~             ^ error[E2066]: 'read' cannot be applied to a global
struct Input {
    float4 at : SV_Position;
    float4 tint : packoffset(c0);
//~               ^ error[E2066]: 'packoffset' cannot be applied to a field
};
float4 main(float4 at : SV_Position) : SV_Target {
    float4 tint : register(c0) = at;
//~               ^ error[E2066]: 'register' cannot be applied to a local
    return tint * map[uint2(at.xy)];
}
