//@ run: -T ps_6_0
float4 main(float a : A, float b : A, float c : C1, float d : C2) : SV_Target { return a + b + c + d; }
//~                                ^ error[E2524]: duplicate semantic 'A'
