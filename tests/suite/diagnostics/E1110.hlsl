//@ run: -T ps_6_0
void f(int a, ...) { }
//~           ^ error[E1110]: '...' is not supported: HLSL has no variadic functions or templates
