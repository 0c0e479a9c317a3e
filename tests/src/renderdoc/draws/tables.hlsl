//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
static const float2 CORNERS[3] = { float2(-1, -1), float2(3, -1), float2(-1, 3) };

float4 vertex_main(uint id : SV_VertexID) : SV_Position {
    float2 at = CORNERS[id];
    float sums[2] = { at.x + at.y, at.x - at.y };
    sums[id & 1] *= 0.5;
    return float4(at, (sums[0] + 4) / 16, 1);
}

float4 pixel_main(float4 place : SV_Position) : SV_Target {
    float weights[4] = { 0.5, 0.25, 0.125, 0.125 };
    uint at = uint(place.x) & 3;
    weights[at] += 1;
    float found = weights[at] + weights[3];
    return found / 2;
}
