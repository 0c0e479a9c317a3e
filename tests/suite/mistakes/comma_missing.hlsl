//@ run: -T ps_6_0
float4 main(float2 at : AT) : SV_Target {
    return float4(at.x at.y, 1, 1);
//~                   ^ error[E1102]: expected ',' or ')'
}
