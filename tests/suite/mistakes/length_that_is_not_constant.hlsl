//@ run: -T ps_6_0
float4 main(uint count : COUNT) : SV_Target {
    float taps[count];
//~            ^ error[E2026]: array length must be an integer constant expression
    return 0;
}
