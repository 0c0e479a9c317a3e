//@ run: -T ps_6_0
void f() { return 1; }
//~        ^ error[E2200]: void function cannot return a value
float g() { return; }
//~         ^ error[E2200]: non-void function must return a value
float4 main() : SV_Target { return 0; }
