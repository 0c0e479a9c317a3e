//@ run: -T cs_6_0 -Fre unwritten.json
//~? error[E5004]: '-Fre' is refused: -Fre is not supported with -spirv but for kernels, such as those for opencl2.1
[numthreads(1, 1, 1)]
void main() {}
