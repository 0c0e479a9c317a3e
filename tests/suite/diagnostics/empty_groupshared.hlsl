//@ run: -T cs_6_0 -E main
groupshared uint none[0];
groupshared uint some[2];
static uint other[0];
RWStructuredBuffer<uint> o;
[numthreads(1, 1, 1)]
void main() { some[0] = none[0]; o[0] = some[0]; }
