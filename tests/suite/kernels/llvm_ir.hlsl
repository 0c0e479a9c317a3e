//@ run: -T cs_6_0 -E main -fspv-target-env=opencl2.1
//@ emit: spirv-llvm
//@ check: target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
//@ check: target triple = "spir64-unknown-unknown"
//@ check: define spir_kernel void @main(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) {image}, target("spirv.Sampler") {sampler}, ptr addrspace(1) {pointer}, i64 {size}) #0 !kernel_arg_addr_space {*} !kernel_arg_type_qual {*} {
//@ check: call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0) #0
//@ check: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264) #1
//@ check: call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) {cell}, i32 1, i32 0, i32 {value}) #0
//@ check: declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) #1
//@ check: = !{i32 1, i32 0, i32 1, i32 0}
//@ check: = !{!"read_only", !"none", !"none", !"none"}
//@ check: = !{!"image2d_t", !"sampler_t", !"char*", !"long"}
//@ check: = !{i32 6}
//@ check: = !{i16 14, i16 0}
//@ check: = !{i32 2, i32 2}
//@ check: = !{ptr @main, i32 17, i32 8, i32 1, i32 1}

// A kernel in LLVM's representation of SPIR-V.
// Rows: 2, 3, 25, 27, 28, 41

Texture2D<float4> image : register(t0);
SamplerState state : register(s1);
RWStructuredBuffer<uint> result : register(u2);
groupshared float shared_values[8];

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    shared_values[lane] = image.SampleLevel(state, id.xy / 8.0, 0).x;
    GroupMemoryBarrierWithGroupSync();
    uint old;
    InterlockedAdd(result[0], (uint)(10 * shared_values[lane ^ 1]), old);
    result[lane + 1] = old;
}
