//@ run: -T cs_6_0
[numthreads(64, 0, 1)] void main() { }
//~ error[E2532]: a workgroup has at least one invocation along each axis
