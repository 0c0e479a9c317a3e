// draw: --size 8x4 --target SV_Target0=rgba16float --state blend=alpha --check=full,blend-range
// The alpha of the right half is above 1.
float4 vs(uint id : SV_VertexID) : SV_Position {
    return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
}

float4 ps(float4 at : SV_Position) : SV_Target {
    return float4(1, 0.5, 0, at.x / 4);
}
//~ note[E6435]: 'SV_Target.w' is 1.125, and blends a floating-point target: expected 0 to 1 (blend-range)
