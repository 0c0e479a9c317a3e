//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -fspv-use-vulkan-memory-model
//@ in: numbers = u32:1,2,3,4
//@ in: sums = u32:0*4
//@ dispatch: 1 1 1
//@ out: sums = u32:24,23,22,21
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -fspv-use-vulkan-memory-model -fcgl
//@ in: numbers = u32:1,2,3,4
//@ in: sums = u32:0*4
//@ dispatch: 1 1 1
//@ out: sums = u32:24,23,22,21
//@ only on the CPU: Mesa 22.3 makes no pipeline of it
// Accesses that say themselves what is coherent give what they give without.
globallycoherent RWStructuredBuffer<uint> numbers : register(u0);
globallycoherent RWStructuredBuffer<uint> sums : register(u1);
groupshared uint shared_numbers[4];
[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    shared_numbers[index] = numbers[index];
    GroupMemoryBarrierWithGroupSync();
    sums[index] = shared_numbers[3 - index];
    DeviceMemoryBarrierWithGroupSync();
    InterlockedAdd(sums[index], 20);
}
