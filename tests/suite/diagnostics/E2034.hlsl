//@ run: -T ps_6_0
interface I { }; interface J { };
struct A { float a; };
struct B { float b; };
struct C : A, B { };
//~           ^ error[E2034]: multiple concrete base classes specified
struct D : A, I, J { };
float4 main() : SV_Target { return 0; }
