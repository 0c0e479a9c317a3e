//@ run: -T ps_6_0
static int n;
static float a[n];
//~            ^ error[E2026]: array length must be an integer constant expression
void f(int count) { float b[count]; }
//~                         ^ error[E2026]: array length must be an integer constant expression
static float c[1.5];
//~            ^ error[E2026]: array length must be an integer constant expression
float4 main() : SV_Target { return 0; }
