//@ run: -T ps_6_0 -E main
#define PI 3.14;
#define HALF(x) ((x) / 2);
#define FINE 1.0
#define BLOCK { float z = 1; y += z; }
float4 main(float a : A) : SV_Target {
    float y = PI;
    y = PI * 2;
    y = (PI + 1);
    y = HALF(a) / y;
    y = a - FINE;
    BLOCK
    return y;
}
