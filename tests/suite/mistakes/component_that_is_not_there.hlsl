//@ run: -T ps_6_0
float4 main(float2 at : AT) : SV_Target {
    return at.xyzz;
//~           ^ error[E2101]: invalid swizzle 'xyzz' on 'float2'
//~           ^ note: available components are 'xy' or 'rg'
}
