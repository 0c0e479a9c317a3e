// draw: --size 8x4 --state depth-bias=1,alpha-to-coverage=on
// Neither a depth test nor samples.
float4 vs(uint id : SV_VertexID) : SV_Position {
    return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
}

float4 ps(float4 at : SV_Position) : SV_Target {
//~    ^ note[E6425]: state without effect: depth bias without a depth test; alpha to coverage with one sample (unused-state)
    return at.z;
}
