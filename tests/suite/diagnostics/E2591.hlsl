//@ run: -T ps_6_0 -E main
Texture2D map : register();
Texture2D other : register;
cbuffer Frame {
    float4 tint : packoffset();
};
float4 main() : SV_Target { return tint * map[uint2(0, 0)] * other[uint2(0, 0)]; }
