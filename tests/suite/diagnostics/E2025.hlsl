//@ run: -T ps_6_0
static float a[0];
//~            ^ error[E2025]: array length must be greater than zero
static float b[-1];
//~            ^ error[E2025]: array length must be greater than zero
void f() { int c[4 - 4]; }
//~              ^ error[E2025]: array length must be greater than zero
float4 main() : SV_Target { return 0; }
