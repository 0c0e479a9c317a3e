//@ run: -T ps_6_0
float4 main(float4 tint : TINT) : SV_Target {
    if (tint < 0.5) return 0;
//~     ^ error[E2109]: condition of type 'bool4' is not a scalar or convertible to one
    return 1;
}
