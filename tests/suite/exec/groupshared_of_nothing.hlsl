//@ run: -T cs_6_0
//@ in: o = u32:0
//@ dispatch: 1 1 1
//@ out: o = u32:1
// An array without elements is no error as long as nothing names it.
groupshared uint none[0];
RWStructuredBuffer<uint> o;
[numthreads(1, 1, 1)]
void main() { o[0] = 1; }
