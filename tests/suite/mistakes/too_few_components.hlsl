//@ run: -T ps_6_0
float4 main(float3 tint : TINT) : SV_Target {
    float4 wide = tint;
//~               ^ error[E2118]: cannot implicitly convert 'float3' to 'float4'
    return wide;
}
