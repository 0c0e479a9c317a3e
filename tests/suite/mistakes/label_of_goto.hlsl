//@ run: -T ps_6_0
float4 main(float4 tint : TINT) : SV_Target {
again:
    if (tint.x > 1)
        goto end;
//~     ^ error[E1106]: 'goto' is a reserved keyword that HLSL does not support
    tint *= 2;
    goto again;
//~ ^ error[E1106]: 'goto' is a reserved keyword that HLSL does not support
end:
    return tint;
}
