//@ run: -T ps_6_0
enum Mode { First Second };
//~              ^ error[E1102]: expected ',' or '}'
float4 main(float x : X) : SV_Target {
    float weights[3] = { 1, 2 3 };
//~                          ^ error[E1102]: expected ',' or '}'
    return weights[0] * x;
}
