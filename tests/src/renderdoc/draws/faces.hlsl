//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main
float4 vertex_main(uint id : SV_VertexID) : SV_Position {
    float2 at = float2(id & 1, id >> 1) * 4 - 1;
    float depth = 0.25 * id;
    return float4(at, depth / 2, 1);
}

float4 pixel_main(float4 place : SV_Position, bool front : SV_IsFrontFace) : SV_Target {
    float side = front ? 1 : 0.5;
    uint2 cell = uint2(place.xy) / 8;
    bool dark = ((cell.x ^ cell.y) & 1) == 1;
    float4 color = dark ? float4(0, 0, side, 1) : float4(side, side, 0, 1);
    return color;
}
