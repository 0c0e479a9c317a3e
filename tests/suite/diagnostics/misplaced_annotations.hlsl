//@ run: -T ps_6_0 -E main
Texture2D map : read(caller);
struct Input {
    float4 at : SV_Position;
    float4 tint : packoffset(c0);
};
float4 main(float4 at : SV_Position) : SV_Target {
    float4 tint : register(c0) = at;
    return tint * map[uint2(at.xy)];
}
