//@ run: -T ps_6_0
float4 main(float2 at : AT) : SV_Target {
    return mix(0.0, 1.0, at.x) + fract(at.y) + mod(at.x, 3.0) + inversesqrt(at.y) + atan(at.x, at.y);
//~        ^ error[E2001]: use of undeclared identifier 'mix'
//~        ^ note: 'mix' is GLSL; in HLSL it is 'lerp'
//~                              ^ error[E2001]: use of undeclared identifier 'fract'
//~                              ^ note: 'fract' is GLSL; in HLSL it is 'frac'
//~                                            ^ error[E2001]: use of undeclared identifier 'mod'
//~                                            ^ note: 'mod' is GLSL; in HLSL it is 'fmod', which takes the sign of its first argument; x - y * floor(x / y) is GLSL's
//~                                                             ^ error[E2001]: use of undeclared identifier 'inversesqrt'
//~                                                             ^ note: 'inversesqrt' is GLSL; in HLSL it is 'rsqrt'
//~                                                                                 ^ error[E2120]: wrong number of arguments for 'atan': expected 1, found 2
//~                                                                                 ^ note: did you mean 'atan2'?
}
//~? note: candidate: float<> atan(float<> x)
