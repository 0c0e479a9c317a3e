//@ run: -T ps_6_0
float4 main() : SV_Target { return 0; }
float4 main(float x : X) : SV_Target { return x; }
//~    ^ error[E2011]: entry point 'main' is overloaded
