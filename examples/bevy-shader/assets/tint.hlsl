#include "tint.hlsli"

[shader("vertex")]
float4 place(uint vertex : SV_VertexID) : SV_Position {
    return float4(vertex == 1 ? 3 : -1, vertex == 2 ? 3 : -1, 0, 1);
}

[shader("pixel")]
float4 shade(float4 at : SV_Position) : SV_Target {
    return float4(TINT, 1) * (at.x / 256);
}
