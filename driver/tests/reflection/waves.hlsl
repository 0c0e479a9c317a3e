// What the source asks of waves, and arrays of descriptors whose index differs between lanes.
RWStructuredBuffer<uint> lists[4];
Texture2D<float> pictures[];
StructuredBuffer<uint> indices;

uint listed(RWStructuredBuffer<uint> list, uint at) {
    return list[at];
}

[WaveSize(16, 64, 32)]
[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    uint index = indices[id];
    uint sum = WaveActiveSum(listed(lists[NonUniformResourceIndex(index & 3)], id));
    lists[0][id] = sum + (uint)pictures[NonUniformResourceIndex(index)].Load(int3(0, 0, 0));
}
