//@ run: -T cs_6_0
[numthreads(4, 0, 1)]
//~ error[E2532]: a workgroup has from 1 to 1024 invocations, not 0
void main() {}
