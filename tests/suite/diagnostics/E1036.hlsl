//@ run: -T ps_6_0
#define A(x) x
int a = A(1;
//~     ^ error[E1036]: missing ')' in invocation of macro 'A'
