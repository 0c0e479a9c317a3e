//@ run: -T ps_6_0
enum Mode { Plain, Fancy }
//~                       ^ error[E1102]: expected ';' after '}'
static const float gain = 2;
float4 main() : SV_Target {
    return gain;
}
