//@ run: -T cs_6_6 -fspv-use-descriptor-heap -fspv-target-env=vulkan1.3 -fspv-use-vulkan-memory-model
//@ emit: spirv
//@ check-not: Coherent
//@ check: OpStore {*} {*} MakePointerAvailable|NonPrivatePointer
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    globallycoherent RWByteAddressBuffer bytes = ResourceDescriptorHeap[4];
    bytes.Store(id.x * 4, 7);
}
