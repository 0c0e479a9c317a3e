//@ run: -T cs_6_0 -Fre unwritten.json
//~? warning[W5004]: '-Fre' has no effect: only a target environment of kernels, such as opencl2.1, has arguments
[numthreads(1, 1, 1)]
void main() {}
