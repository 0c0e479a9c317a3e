//@ run: -T ps_6_0 -E main
RWStructuredBuffer<float> target : registers(u2);
Texture2D map : Register(t1);
cbuffer Frame : regster(b3) {
    float4 tint : packofset(c1);
    float4 other : packoffset(c2);
};
struct Input {
    float4 at : SV_Position;
    float2 uv : TEXCOORD(0);
};
float4 scale(float4 value : semantic(1)) : COLOR(0) {
    float4 half_way : registers(c0) = value * 0.5;
    return half_way;
}
float4 main(Input input) : SV_Target { return scale(tint) * map[uint2(input.uv)] + target[0] + other; }
