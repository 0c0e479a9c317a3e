//@ run: -T ps_6_0
#define A(x) x
int a = A(
#include "empty.hlsli"
//~ error[E1044]: #include inside the arguments of a macro is not supported
1);
