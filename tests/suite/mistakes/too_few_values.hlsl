//@ run: -T ps_6_0
float4 main(float2 at : AT) : SV_Target {
    return float4(at, 0);
//~        ^ error[E2115]: wrong number of values for 'float4': expected 4, found 3
}
