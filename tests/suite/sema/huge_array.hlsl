//@ run: -T cs_6_0
// The largest stride that SPIR-V has.
struct L { float a[0x3fffffff]; };
RWStructuredBuffer<L> b;
[numthreads(1, 1, 1)] void main() { b[0].a[0x3ffffffe] = 1; }
