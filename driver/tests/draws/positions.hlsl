// draw: --size 8x4
// A position that is none.
float4 vs(uint id : SV_VertexID) : SV_Position {
    float2 corner = float2(id & 1, id >> 1) * 4 - 1;
    return float4(corner, sqrt(corner.x), 1);
}
//~ warning[E6422]: NaN is written to 'SV_Position.z'; it originates at line 5 (nan-position)

float4 ps(float4 at : SV_Position) : SV_Target {
    return at.z;
}
