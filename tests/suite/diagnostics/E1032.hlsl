//@ run: -T ps_6_0
#define A(x
//~       ^ error[E1032]: missing ')' in macro parameter list
#define B(x, x) x
//~          ^ error[E1032]: duplicate name in macro parameter list
#define C(..., x) x
//~          ^ error[E1032]: missing ')' in macro parameter list
