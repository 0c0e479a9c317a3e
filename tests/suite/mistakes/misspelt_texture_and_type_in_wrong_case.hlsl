//@ run: -T ps_6_0
Texture2d paint;
//~ error[E2002]: unknown type name 'Texture2d'
//~ note: did you mean 'Texture2D'?
float4 main(Float2 at : AT) : SV_Target {
//~         ^ error[E2002]: unknown type name 'Float2'
//~         ^ note: did you mean 'float2'?
    return BOOL4(at, 0, 1);
//~        ^ error[E2001]: use of undeclared identifier 'BOOL4'
//~        ^ note: did you mean 'bool4'?
}
