//@ run: -T ps_6_0
struct S { float x; float get() { return x; } static float one() { return 1; } };
float f() { return S::get() + S::one() + S::x; }
//~                   ^ error[E2113]: non-static member 'get' requires an object
//~                                      ^ error[E2113]: non-static member 'S::x' requires an object
float4 main() : SV_Target { return 0; }
