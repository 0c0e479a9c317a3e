//@ run: -T ps_6_0
float blend(float a, float b) {
//~   ^ note: candidate: float blend(float, float); expected 2 arguments, found 3
    return a + b;
}
float4 main(float x : X) : SV_Target {
    return blend(x, x, x);
//~        ^ error[E2111]: no matching function for call to 'blend'
}
