//@ run: -T cs_6_0 -fspv-target-env=opencl1.2 -Zi
//@ run: -T cs_6_0 -fspv-target-env=opencl2.0 -Zi
//@ run: -T cs_6_0 -fspv-target-env=opencl2.1 -Zi
//@ run: -T cs_6_0 -fspv-target-env=opencl2.2 -Zi
//@ run: -T cs_6_0 -fspv-target-env=levelzero -Zi
//@ run: -T cs_6_0 -fspv-target-env=opencl2.1 -fspv-debug=vulkan-with-source
// Debug information in kernels of every version.
RWStructuredBuffer<float> result;
[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float value = id.x;
    result[id.x] = value * 2;
}
