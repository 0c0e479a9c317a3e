//@ run: -T ps_6_0
float4 main(float2 at : AT) : SV_Target {
    return at[2];
//~           ^ error[E2104]: index 2 is out of bounds (length is 2)
}
