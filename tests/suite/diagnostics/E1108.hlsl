//@ run: -T ps_6_0
int *a;
//~ ^ error[E1108]: HLSL has no pointers or references
void f(float &x) { }
//~          ^ error[E1108]: HLSL has no pointers or references
