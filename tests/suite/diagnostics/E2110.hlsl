//@ run: -T ps_6_0
static float value;
struct S { float x; };
float f(S s) { return value(1) + s.x(2) + (1)(2); }
//~                   ^ error[E2110]: called object of type 'float' is not a function
//~                                ^ error[E2110]: called object of type 'float' is not a function
//~                                        ^ error[E2110]: called object of type 'literal int' is not a function
float4 main() : SV_Target { return 0; }
