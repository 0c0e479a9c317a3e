//@ run: -T ps_6_0
inout float a;
//~ error[E2066]: 'inout' cannot be applied to a global
struct S { uniform float x; groupshared float y; const float z; static const float w = 1; };
//~        ^ error[E2066]: 'uniform' cannot be applied to a field
//~                         ^ error[E2066]: 'groupshared' cannot be applied to a field
//~                                              ^ error[E2066]: 'const' cannot be applied to a field
extern float b() { return 1; }
//~ error[E2066]: 'extern' cannot be applied to a function
typedef groupshared float T;
//~     ^ error[E2066]: 'groupshared' cannot be applied to an alias
void f(static float x, precise float y) { }
//~    ^ error[E2066]: 'static' cannot be applied to a parameter
cbuffer C { nointerpolation float4 c; };
//~         ^ error[E2066]: 'nointerpolation' cannot be applied to a global
point float4 d(nointerpolation float x) { in float y = x; extern float z = y; return z; }
//~ error[E2066]: 'point' cannot be applied to a function
//~                                       ^ error[E2066]: 'in' cannot be applied to a local
//~                                                       ^ error[E2066]: 'extern' cannot be applied to a local
float4 g1 : packoffset(c0);
//~         ^ error[E2066]: 'packoffset' cannot be applied to a global
struct S2 { float4 x : packoffset(c1); };
//~                    ^ error[E2066]: 'packoffset' cannot be applied to a field
ConstantBuffer<S2> g2 : packoffset(c2);
//~                     ^ error[E2066]: 'packoffset' cannot be applied to a global
float4 h(float4 x : packoffset(c3)) { float4 y : packoffset(c4) = x; float z : SEMANTIC = 1; static float w : TEXCOORD0; return y; }
//~                 ^ error[E2066]: 'packoffset' cannot be applied to a parameter
//~                                              ^ error[E2066]: 'packoffset' cannot be applied to a local
//~                                                                            ^ error[E2066]: 'SEMANTIC' cannot be applied to a local
//~                                                                                                           ^ error[E2066]: 'TEXCOORD0' cannot be applied to a local
// These mean something.
cbuffer C2 { float4 i : packoffset(c0); };
cbuffer C3 { float4 j : SEMANTIC; };
static float4 k : SEMANTIC;
nointerpolation float4 e(linear centroid float x, uniform float y, const in float z) { float w = x; return w; }
static const precise float g = 1;
float4 main() : SV_Target { return 0; }
