//@ run: -T cs_6_0 -E main -fspv-target-env=opencl2.1
//@ emit: spirv
//@ check: OpCapability Kernel
//@ check: OpMemoryModel Physical64 OpenCL
//@ check: OpEntryPoint Kernel %main "main" %__spirv_BuiltInGlobalInvocationId
//@ check: OpExecutionMode %main LocalSize 4 1 1
//@ check-not: OpSource
//@ check: OpDecorate %source FuncParamAttr NoWrite
//@ check: %Settings = OpFunctionParameter %_ptr_UniformConstant_uchar
//@ check: %source = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
//@ check: %source_bytes = OpFunctionParameter %ulong
//@ check: %result = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
//@ check: %result_bytes = OpFunctionParameter %ulong
//@ check: %shift_amount = OpFunctionParameter %float
//@ check: OpLoad %v2float {pointer} Aligned 4
//@ run: -T cs_6_0 -E main
//@ in: Settings = f32:2
//@ in: source = f32:1,2,3,4,5,6,7,8
//@ in: result = f32:0*10
//@ push: f32:0.5
//@ dispatch: 1 1 1
//@ out: result = f32:3.5,3.5,7.5,7.5,11.5,11.5,15.5,15.5,4,0

// What a kernel is given: resources by set and binding, a buffer with its size, then the push constants.

struct Push { float amount; };
[[vk::push_constant]] Push shift;
cbuffer Settings : register(b0) { float factor; };
[[vk::binding(1)]] StructuredBuffer<float2> source;
[[vk::binding(2)]] RWStructuredBuffer<float> result;

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint count, stride;
    source.GetDimensions(count, stride);
    const float2 pair = source[id.x];
    result[2 * id.x] = (pair.x + pair.y) * 0.5 * factor + shift.amount;
    result[2 * id.x + 1] = (pair.x + pair.y) * 0.5 * factor + shift.amount;
    if (id.x == 0)
        result[8] = count;
}
