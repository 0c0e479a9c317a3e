//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// Resources of pixels and of rays, and barriers of groups, in other stages.
struct Record { float4 factor; };
[[vk::shader_record_ext]] ConstantBuffer<Record> record;
RasterizerOrderedBuffer<float> ordered;
RasterizerOrderedStructuredBuffer<float> structured;
RasterizerOrderedByteAddressBuffer bytes;
RWBuffer<float> result;

[shader("compute")] [numthreads(1, 1, 1)] void compute() {
    result[0] = record.factor.x;
//~             ^ error[E2401]: 'record' is not available in the compute stage
    ordered[0] = 1;
//~ ^ error[E2401]: 'ordered' is not available in the compute stage
    structured[0] = 1;
//~ ^ error[E2401]: 'structured' is not available in the compute stage
    bytes.Store(0, 1);
//~ ^ error[E2401]: 'bytes' is not available in the compute stage
    GroupMemoryBarrier();
    Barrier(UAV_MEMORY, GROUP_SYNC | GROUP_SCOPE);
}

[shader("pixel")] float4 pixel() : SV_Target {
    ordered[0] = 1;
    GroupMemoryBarrier();
//~ ^ error[E2401]: 'GroupMemoryBarrier' is not available in the pixel stage
    Barrier(UAV_MEMORY, DEVICE_SCOPE);
    Barrier(UAV_MEMORY, GROUP_SYNC | GROUP_SCOPE);
//~ ^ error[E2401]: 'Barrier' is not available in the pixel stage
    return record.factor;
//~        ^ error[E2401]: 'record' is not available in the pixel stage
}

[shader("callable")] void callable(inout Record parameter) { parameter = record; }
