// draw: --size 8x4
// A division by zero instead of a position.
float4 vs(uint id : SV_VertexID) : SV_Position {
//~    ^ warning[E6423]: 1 primitive is not drawn as given: a position is not finite, or its w is 0; the first is primitive 0 of instance 0 (clip-w)
    return float4(float2(id & 1, id >> 1) * 4 - 1, 0.5, id);
}

float4 ps(float4 at : SV_Position) : SV_Target {
    return at.z;
}
