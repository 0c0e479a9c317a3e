// draw: --size 8x4
// Numbers that become none on their way to a target.
float4 vs(uint id : SV_VertexID) : SV_Position {
    return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, 1);
}

float4 ps(float4 at : SV_Position) : SV_Target {
    float root = sqrt(at.x - 4);
    return root;
}
//~ warning[E6421]: NaN is written to 'SV_Target.x'; it originates at line 8 (nan-target)
