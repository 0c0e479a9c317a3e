//@ run: -T ps_6_0
interface I { }; interface J { };
struct A { float a; };
struct B { float b, c; float get() { return c; } };
struct C : A, B { float method() { return a + c; } };
//~           ^ error[E2034]: multiple concrete base classes specified
struct D : A, I, J { };
float4 main() : SV_Target { C both; D d; return both.c + both.method() + both.get(); }
