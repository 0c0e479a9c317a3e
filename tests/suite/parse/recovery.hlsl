//@ run: -T ps_6_0
// Several mistakes, each reported once, and nothing about what is right.
float a = ;
//~       ^ error[E1103]: expected an expression, found ';'
float right(float x) { return x; }
float f(float x) { return (x + ; }
//~                            ^ error[E1103]: expected an expression, found ';'
struct S { float x float y; };
//~               ^ error[E1102]: expected ';' after declaration
float g() { return right(1) }
//~                        ^ error[E1102]: expected ';' after return value
float4 main() : SV_Target { return 0; }
