//@ run: -T cs_6_0
[numthreads(32, 64, 1)]
//~ warning[W2554]: workgroup size of 2048 exceeds the limit of 1024 invocations on most devices
void main() {}
