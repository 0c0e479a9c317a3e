//@ run: -T ps_6_0 -HV 202x
float4 main(float x : X) : SV_Target {
    constexpr float y = x;
//~                 ^ error[E2686]: the value of constexpr variable 'y' is not constant
    return y;
}
