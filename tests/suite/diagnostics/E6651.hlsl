//@ run: -T cs_6_0
[[test]] void no_values(int a) { check(a == a); }
//~           ^ error[E6651]: a test has parameters, and no '[[case(…)]]' or '[[property]]' gives them values
[[test]] [[case(1)]] void too_few(int a, int b) { check(a < b); }
//~        ^ error[E6651]: a test needs 2 arguments in each '[[case(…)]]', as many as it has parameters
[[property]] void no_inputs() { check(true); }
//~               ^ error[E6651]: a test needs parameters for the inputs of '[[property]]'
template<typename T> [[test]] void no_types() { check(T(1) > 0); }
//~                                ^ error[E6651]: a test needs '[[types(…)]]' if it is a template, and only then
[[test]] [[case()]] void empty(int a) { }
//~        ^ error[E6651]: a test has an attribute 'case' with a wrong number of arguments
//~        ^ error[E6651]: a test needs 1 arguments in each '[[case(…)]]', as many as it has parameters
struct S { [[test]] void method() { check(true); } };
//~                      ^ error[E6651]: a test must not be in a struct
[numthreads(1, 1, 1)] void main() { }
