//@ run: -T cs_6_0 -fspv-target-env=opencl1.2
// OpenCL 1.2 has images that are read and images that are written.
RWTexture2D<uint> picture : register(u0);
//~               ^ error[E5112]: images that are both read and written are not supported in kernels before OpenCL 2.0
RWTexture2D<uint> other : register(u1);
[numthreads(1, 1, 1)]
void main() {
    picture[uint2(3, 3)] = picture[uint2(0, 7)];
    other[uint2(3, 3)] = 1;
}
