//@ run: -T ps_6_0
float4 main(float4 tint : TINT) : SV_Target {
    float2 part = tint;
//~               ^ warning[W2126]: implicit truncation of 'float4' to 'float2'
    return float4(part, part);
}
