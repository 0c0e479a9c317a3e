//@ run: -T gs_6_0
[maxvertexcount(3)] void main() { }
//~                      ^ error[E2051]: a geometry shader needs an input primitive
//~                      ^ error[E2051]: a geometry shader needs an output primitive
