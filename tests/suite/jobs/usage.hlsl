//@ run: -T cs_6_0

// A value that the options of a call set.
RWStructuredBuffer<uint> o;
#ifndef VALUE
#define VALUE 0
#endif
[numthreads(1, 1, 1)] void main() { o[0] = VALUE; }
