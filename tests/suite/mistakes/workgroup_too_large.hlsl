//@ run: -T cs_6_0
[numthreads(32, 64, 1)]
//~ error[E2532]: a workgroup has from 1 to 1024 invocations, not 2048
void main() {}
