//@ run: -T cs_6_0
[numthreads(4, 0, 1)]
//~ error[E2532]: workgroup size must be at least 1 in each dimension
void main() {}
