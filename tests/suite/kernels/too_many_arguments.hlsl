//@ run: -T cs_6_0 -fspv-target-env=opencl2.1
// Each texture of an array is an argument.
Texture2D<float4> a[64], b[64], c[64], d[64];
RWStructuredBuffer<float4> o;

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
//~  ^ error[E5112]: kernel has 258 arguments; the limit of SPIR-V is 255
    int3 at = int3(id.xy, 0);
    o[0] = a[1].Load(at) + b[1].Load(at) + c[1].Load(at) + d[1].Load(at);
}
