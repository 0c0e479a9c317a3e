//@ run: -T cs_6_0 -fspv-target-env=levelzero
//@ run: -T cs_6_0 -fspv-target-env=opencl1.2
// A texture that is never assigned is no argument of the kernel.

RWStructuredBuffer<float4> result;

[numthreads(1, 1, 1)]
void main() {
    Texture2D<float4> unset;
    result[0] = unset.Load(int3(0, 0, 0));
//~             ^ warning[W2132]: 'unset' is used uninitialized
//~             ^ error[E5112]: an uninitialized texture is not supported in kernels
}
