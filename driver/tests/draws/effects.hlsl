// draw: --size 8x4 --state depth=less,depth-bias=1 --bind counts=zeros:4
// It is up to the device how often this shader runs; the bias has an effect.
RWStructuredBuffer<uint> counts;

float4 vs(uint id : SV_VertexID) : SV_Position {
    return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
}

float4 ps(float4 at : SV_Position) : SV_Target {
//~    ^ note[E6424]: 'ps' writes memory, and may run for pixels that fail the depth or stencil test (side-effect-early)
    InterlockedAdd(counts[0], 1);
    return at.z;
}
