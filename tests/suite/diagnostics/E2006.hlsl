//@ run: -T ps_6_0
static float a;
static int a;
//~        ^ error[E2006]: redefinition of 'a'
struct S { float x; float x; };
//~                       ^ error[E2006]: redefinition of 'x'
struct S { int y; };
//~    ^ error[E2006]: redefinition of 'S'
enum E { One, Two, One };
//~                ^ error[E2006]: redefinition of 'One'
void f(int p, int p) { }
//~               ^ error[E2006]: redefinition of 'p'
void g() { int local; float local; }
//~                         ^ error[E2006]: redefinition of 'local'
void h(int p) { int p; }
//~                 ^ error[E2006]: redefinition of 'p'
cbuffer C { float a; };
//~               ^ error[E2006]: redefinition of 'a'
template<typename T, typename T> void i() { }
float4 main() : SV_Target { return 0; }
