//@ run: -T ps_6_0
#define GLUE(x, y) x ## y
int a = GLUE(+, /);
//~          ^ error[E1038]: pasting formed '+/', an invalid token
