//@ run: -T cs_6_0
[numthreads(64, 0, 1)] void main() { }
//~ error[E2532]: workgroup size must be at least 1 in each dimension
