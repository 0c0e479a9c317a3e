//@ run: -T ps_6_0
#define GLUE(x, y) x ## y
int a = GLUE(+, /);
//~          ^ error[E1038]: '##' makes '+/', which is not a token
