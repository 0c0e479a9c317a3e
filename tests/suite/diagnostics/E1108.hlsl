//@ run: -T ps_6_0
int *a;
//~ ^ error[E1108]: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'
void f(float &x) { }
//~          ^ error[E1108]: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'
