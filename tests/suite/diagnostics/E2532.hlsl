//@ run: -T cs_6_0
[numthreads(64, 64, 1)] void main() { }
//~ error[E2532]: a workgroup has from 1 to 1024 invocations, not 4096
