//@ run: -T ps_6_0
static const float scale = 2;
float4 main() : SV_Target {
    scale = 3;
//~ ^ error[E2102]: expression is not assignable: it is a constant
    return scale;
}
