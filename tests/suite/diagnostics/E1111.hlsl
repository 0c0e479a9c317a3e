//@ run: -T ps_6_0
struct S { int f() const { return 1; } };
//~                ^ error[E1111]: HLSL has no 'const' methods
