//@ run: -T ps_6_0
float4 main() : SV_Target {
    float sum = 0;
    for (int tap = 0, tap < 3, tap++) sum += tap;
//~                      ^ error[E1102]: expected ';' between the parts of 'for'
    return sum;
}
