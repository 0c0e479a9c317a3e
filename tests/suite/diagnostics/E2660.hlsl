//@ run: -T cs_6_6 -E main -HV 202x
RWStructuredBuffer<float> r;
groupshared float g;
[noinline] void f(groupshared float x) { x = 1; }
//~             ^ error[E2660]: '[noinline]' is not allowed on a function with groupshared parameters
export void h(groupshared float x) { x = 1; }
//~         ^ error[E2660]: 'export' is not allowed on a function with groupshared parameters

[numthreads(1, 1, 1)]
void main() { f(g); h(g); r[0] = g; }
