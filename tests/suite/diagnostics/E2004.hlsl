//@ run: -T ps_6_0
struct S { float x; float get() { return x; } };
namespace n { }
template<typename T> T twice(T x) { return x + x; }
float g() { return twice; }
//~                ^ error[E2004]: 'twice' does not name a value
float f() { return g; }
//~                ^ error[E2004]: 'g' does not name a value
float h() { return n; }
//~                ^ error[E2004]: 'n' does not name a value
float j(S s) { return s.get; }
//~                     ^ error[E2004]: 'get' does not name a value
float4 main() : SV_Target { return 0; }
