//@ run: -T ps_6_0
float4 main(float value : VALUE) : SV_Target {
    return sqrt(abs(value) + (value * value);
//~                                         ^ error[E1102]: expected ')'
//~            ^ note: to match this one
}
