//@ run: -T ps_6_0
struct S { int f() const { return 1; } };
//~                ^ error[E1111]: 'const' methods require HLSL 202x
