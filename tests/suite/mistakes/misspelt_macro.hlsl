//@ run: -T ps_6_0
#define TAP_COUNT 8
float4 main() : SV_Target {
    float sum = 0;
    for (uint tap = 0; tap < TAPCOUNT; tap++) sum += tap;
//~                          ^ error[E2001]: use of undeclared identifier 'TAPCOUNT'
//~                          ^ note: did you mean 'TAP_COUNT'?
    return sum;
}
