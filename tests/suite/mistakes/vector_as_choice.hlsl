//@ run: -T ps_6_0
float4 main(float4 tint : TINT) : SV_Target {
    return tint < 0 ? -tint : tint;
//~        ^ error[E2108]: condition of '?:' must be scalar; use 'select' for vectors
}
