//@ run: -T ps_6_0 -E main
#define PI 3.14;
float4 main(float a : A) : SV_Target {
    float y = PI - 1;
//~              ^ warning[W2209]: expression result unused
    y;
//~ ^ warning[W2209]: expression result unused
    return y;
}
