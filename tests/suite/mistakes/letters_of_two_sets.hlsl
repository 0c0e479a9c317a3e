//@ run: -T ps_6_0
float4 main(float4 tint : TINT) : SV_Target {
    return tint.xyba;
//~             ^ error[E2101]: invalid swizzle 'xyba' on 'float4'
//~             ^ note: 'xyzw' and 'rgba' cannot be mixed
}
