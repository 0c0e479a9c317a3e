//@ run: -T ps_6_0
#define A(x
//~       ^ error[E1032]: ')' is missing in the parameter list of a macro
#define B(x, x) x
//~          ^ error[E1032]: a name stands twice in the parameter list of a macro
#define C(..., x) x
//~          ^ error[E1032]: ')' is missing in the parameter list of a macro
