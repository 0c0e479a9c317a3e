//@ run: -T ps_6_0 -E main
Texture2D map : register();
//~             ^ error[E2591]: expected arguments in parentheses after 'register'
Texture2D other : register;
//~               ^ error[E2591]: expected arguments in parentheses after 'register'
cbuffer Frame {
    float4 tint : packoffset();
//~               ^ error[E2591]: expected arguments in parentheses after 'packoffset'
};
float4 main() : SV_Target { return tint * map[uint2(0, 0)] * other[uint2(0, 0)]; }
