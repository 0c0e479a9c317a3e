//@ run: -T ps_6_0
vec3 main(ivec2 at : AT) : SV_Target {
//~ error[E2002]: unknown type name 'vec3'
//~ note: 'vec3' is GLSL; in HLSL it is 'float3'
//~       ^ error[E2002]: unknown type name 'ivec2'
//~       ^ note: 'ivec2' is GLSL; in HLSL it is 'int2'
    return vec3(at, 0);
//~        ^ error[E2001]: use of undeclared identifier 'vec3'
//~        ^ note: 'vec3' is GLSL; in HLSL it is 'float3'
}
