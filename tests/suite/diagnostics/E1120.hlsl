//@ run: -T ps_6_0 -E main
#define PI 3.14;
#define HALF(x) ((x) / 2);
#define FINE 1.0
#define BLOCK { float z = 1; y += z; }
float4 main(float a : A) : SV_Target {
    float y = PI;
    y = PI * 2;
//~     ^ error[E1120]: macro 'PI' ends with ';', which ends the statement here
    y = (PI + 1);
//~      ^ error[E1120]: macro 'PI' ends with ';', which ends the statement here
    y = HALF(a) / y;
//~     ^ error[E1120]: macro 'HALF' ends with ';', which ends the statement here
    y = a - FINE;
    BLOCK
    return y;
}
