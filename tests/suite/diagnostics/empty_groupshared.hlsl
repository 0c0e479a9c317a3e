//@ run: -T cs_6_0 -E main
groupshared uint none[0];
//~                   ^ error[E2025]: array length must be greater than zero
groupshared uint some[2];
static uint other[0];
//~               ^ error[E2025]: array length must be greater than zero
RWStructuredBuffer<uint> o;
[numthreads(1, 1, 1)]
void main() { some[0] = none[0]; o[0] = some[0]; }
