//@ run: -T ps_6_0
float f(float a = 1, float b) { return a + b; }
//~                        ^ error[E2052]: missing default argument on parameter 'b'
float4 main() : SV_Target { return 0; }
