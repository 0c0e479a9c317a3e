//@ run: -T ps_6_0
interface Shape { float area(); };
static Shape s;
//~          ^ error[E2030]: cannot instantiate interface 'Shape'
float f(Shape s) { return s.area(); }
//~           ^ error[E2030]: cannot instantiate interface 'Shape'
struct Holder { Shape held; };
//~                   ^ error[E2030]: cannot instantiate interface 'Shape'
float4 main() : SV_Target { return 0; }
