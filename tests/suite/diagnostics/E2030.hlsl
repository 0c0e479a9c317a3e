//@ run: -T ps_6_0
interface Shape { float area(); };
static Shape s;
//~          ^ error[E2030]: interface 'Shape' has no objects
float f(Shape s) { return s.area(); }
//~           ^ error[E2030]: interface 'Shape' has no objects
struct Holder { Shape held; };
//~                   ^ error[E2030]: interface 'Shape' has no objects
float4 main() : SV_Target { return 0; }
