//@ run: -T cs_6_0
[numthreads(4, 0, 1)]
//~ error[E2532]: a workgroup has at least one invocation along each axis
void main() {}
