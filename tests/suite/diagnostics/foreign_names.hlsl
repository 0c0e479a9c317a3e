//@ run: -T ps_6_0 -E main
texture2d t;
//~ error[E2002]: unknown type name 'texture2d'
//~ note: did you mean 'Texture2D'?
vec3 v;
//~ error[E2002]: unknown type name 'vec3'
//~ note: 'vec3' is GLSL; in HLSL it is 'float3'
Texture2D<float4> image;
float4 main(float4x4 m : M, float4 p : P) : COLOR1 {
    [unrol] for (int i = 0; i < 2; i++) p = m * p;
//~  ^ warning[W2510]: unknown attribute 'unrol' is ignored
//~  ^ note: did you mean 'unroll'?
//~                                           ^ error[E2106]: invalid operands to '*': 'float4x4' and 'float4'
//~                                           ^ note: '*' multiplies component-wise; use mul(a, b) for the matrix product
    p = mix(p, p, 0.5);
//~     ^ error[E2001]: use of undeclared identifier 'mix'
//~     ^ note: 'mix' is GLSL; in HLSL it is 'lerp'
    p = atan(p, p) + inversesqrt(p.x) + Float4(1, 1, 1, 1) + normalise(p);
//~     ^ error[E2120]: wrong number of arguments for 'atan': expected 1, found 2
//~     ^ note: did you mean 'atan2'?
//~                  ^ error[E2001]: use of undeclared identifier 'inversesqrt'
//~                  ^ note: 'inversesqrt' is GLSL; in HLSL it is 'rsqrt'
//~                                     ^ error[E2001]: use of undeclared identifier 'Float4'
//~                                     ^ note: did you mean 'float4'?
//~                                                          ^ error[E2001]: use of undeclared identifier 'normalise'
//~                                                          ^ note: did you mean 'normalize'?
    return image.Smaple(p);
//~              ^ error[E2100]: no member named 'Smaple' in 'Texture2D<float4>'
//~              ^ note: did you mean 'Sample'?
}
//~? note: candidate: float<> atan(float<> x)
