// The product of the dimensions does not fit 64 bits.
//@ run: -T cs_6_0
[numthreads(8, 4294967295, 4294967295)]
//~ warning[W2554]: workgroup size of 147573952520956936200
void main() {}
