//@ run: -T cs_6_0 -E main -fspv-target-env=opencl2.1
//@ emit: spirv-llvm-typed
//@ check: {image_type} = type opaque
//@ check: define spir_kernel void @main(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* {image}, %spirv.Sampler addrspace(2)* {sampler}, i8 addrspace(1)* {pointer}, i64 {size}) #0 !kernel_arg_addr_space {*} !kernel_arg_type_qual {*} {
//@ check: declare spir_func %spirv.SampledImage._void_1_0_0_0_0_0_0 addrspace(1)* @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Sampler addrspace(2)*) #0

// The spelling of LLVM 15 and before it: pointers say what they lead to, images are opaque structs.
// Rows: 33, 34, 35

Texture2D<float4> image : register(t0);
SamplerState state : register(s1);
RWStructuredBuffer<float> result : register(u2);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    result[id.x] = image.SampleLevel(state, id.xy / 8.0, 0).x;
}
