//@ run: -T ps_6_0
void f() { return 1; }
//~        ^ error[E2200]: a function without result cannot return a value
float g() { return; }
//~         ^ error[E2200]: a value must be returned here
float4 main() : SV_Target { return 0; }
