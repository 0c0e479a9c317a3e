//@ run: -T ps_6_0
float4 main(float3 normal : NORMAL) : SV_Target {
    if (normal.x > 0 and normal.y > 0) return 1;
//~                 ^ error[E1102]: expected ')'
//~    ^ note: to match this one
//~                  ^ note: 'and' is a function in HLSL; use '&&' to combine conditions
    elseif (normal.z > 0) return 2;
//~                      ^ error[E1102]: expected ';' after expression
//~ ^ note: 'elseif' is Lua; in HLSL it is written 'else if'
    return 0;
}
