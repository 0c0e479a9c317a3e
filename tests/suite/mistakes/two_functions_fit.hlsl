//@ run: -T ps_6_0
float area(float2 size, int scale) {
//~   ^ note: candidate: float area(float2, int)
    return 0;
}
float area(int2 size, float scale) {
//~   ^ note: candidate: float area(int2, float)
    return 1;
}
float4 main(float x : X) : SV_Target {
    return area(x, x);
//~        ^ error[E2112]: call to 'area' is ambiguous
}
