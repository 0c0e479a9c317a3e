// draw: --size 8x4 --bind counts=zeros:4
// Helpers beside the edge have no number of their own, and pixels need it.
RWStructuredBuffer<uint> counts;

float4 vs(uint id : SV_VertexID) : SV_Position {
    return float4(float2(id & 1, id >> 1) * 2.3 - 1, 0.5, 1);
}

float4 ps(float4 at : SV_Position) : SV_Target {
    uint number;
    InterlockedAdd(counts[0], 1, number);
    return ddx(float(number));
//~        ^ warning[E6428]: a derivative depends on a value of a helper invocation, which has no results of atomic and wave operations (helper-effect)
}
