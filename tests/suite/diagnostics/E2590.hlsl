//@ run: -T ps_6_0 -E main
RWStructuredBuffer<float> target : registers(u2);
//~                                ^ error[E2590]: expected 'register' or 'packoffset', found 'registers'
Texture2D map : Register(t1);
//~             ^ error[E2590]: expected 'register' or 'packoffset', found 'Register'
cbuffer Frame : regster(b3) {
//~             ^ error[E2590]: expected 'register' or 'packoffset', found 'regster'
    float4 tint : packofset(c1);
//~               ^ error[E2590]: expected 'register' or 'packoffset', found 'packofset'
//~        ^ warning[W2564]: 'tint' has no packoffset, unlike other members of its cbuffer
    float4 other : packoffset(c2);
};
struct Input {
    float4 at : SV_Position;
    float2 uv : TEXCOORD(0);
//~             ^ error[E2590]: expected 'register' or 'packoffset', found 'TEXCOORD'
};
float4 scale(float4 value : semantic(1)) : COLOR(0) {
//~                         ^ error[E2590]: expected 'register' or 'packoffset', found 'semantic'
//~                                        ^ error[E2590]: expected 'register' or 'packoffset', found 'COLOR'
    float4 half_way : registers(c0) = value * 0.5;
//~                   ^ error[E2590]: expected 'register' or 'packoffset', found 'registers'
    return half_way;
}
float4 main(Input input) : SV_Target { return scale(tint) * map[uint2(input.uv)] + target[0] + other; }
