//@ run: -T ps_6_0
void f() { float a[]; }
//~              ^ error[E2027]: array of unknown length requires an initializer
static float b[];
//~          ^ error[E2027]: array of unknown length requires an initializer
void g(float c[]) { }
//~          ^ error[E2027]: array of unknown length requires an initializer
struct S { float d[]; };
//~              ^ error[E2601]: member 'd' must have an array length
float4 main() : SV_Target { return 0; }
