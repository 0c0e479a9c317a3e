// Descriptors of a heap are of several types: in Vulkan its views share a place, here each kind has its own.
RWStructuredBuffer<uint> results;

[numthreads(4, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    StructuredBuffer<uint> numbers = ResourceDescriptorHeap[0];
    RWStructuredBuffer<uint> more = ResourceDescriptorHeap[1];
    Texture2D<float> texels = ResourceDescriptorHeap[2];
    results[id] = numbers[id] + more[id] + uint(texels[uint2(id, 0)]);
}
//@ run: -T cs_6_6
