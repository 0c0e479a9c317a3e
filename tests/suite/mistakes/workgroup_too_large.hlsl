//@ run: -T cs_6_0
[numthreads(32, 64, 1)]
//~ warning[W2554]: a workgroup of 2048 invocations is larger than the 1024 that most devices have
void main() {}
