//@ run: -T gs_6_0
[maxvertexcount(3)] void main() { }
//~                      ^ error[E2051]: geometry shader requires an input primitive type
//~                      ^ error[E2051]: geometry shader requires an output primitive type
