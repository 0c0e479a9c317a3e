//@ run: -T ps_6_0
#define A(x, y) x + y
int a = A(1);
//~     ^ error[E1037]: macro 'A' requires 2 arguments, found 1
int b = A(1, 2, 3);
//~     ^ error[E1037]: macro 'A' requires 2 arguments, found 3
