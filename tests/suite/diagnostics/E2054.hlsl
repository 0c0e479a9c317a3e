//@ run: -T ps_6_0
float f(float x);
//~   ^ error[E2054]: function 'f' is used but has no definition
float unused(float x);
float4 main() : SV_Target { return f(1); }
