//@ run: -T cs_6_0 -fspv-target-env=opencl2.1
//@ run: -T cs_6_0 -fspv-target-env=levelzero
// Kernels have no gathers.

Texture2D<float4> image : register(t0);
SamplerState state : register(s1);
RWStructuredBuffer<float4> result : register(u2);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    result[id.x] = image.GatherRed(state, id.xy / 8.0);
//~                ^ error[E5112]: not supported in kernels: Gather
}
