//@ run: -T ps_6_0
void f() { float a[]; }
//~              ^ error[E2027]: array of unknown length needs an initialiser here
static float b[];
//~          ^ error[E2027]: array of unknown length needs an initialiser here
void g(float c[]) { }
//~          ^ error[E2027]: array of unknown length needs an initialiser here
struct S { float d[]; };
//~              ^ error[E2027]: array of unknown length needs an initialiser here
float4 main() : SV_Target { return 0; }
