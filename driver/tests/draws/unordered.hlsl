// draw: --size 8x4 --vertices 6 --bind items=zeros:128
// Two triangles cover each pixel; nothing orders what they do to it.
RWStructuredBuffer<uint> items;

float4 vs(uint id : SV_VertexID) : SV_Position {
    uint corner = id % 3;
    return float4(float2(corner & 1, corner >> 1) * 4 - 1, 0.5, 1);
}

float4 ps(float4 at : SV_Position) : SV_Target {
    uint pixel = uint(at.x) + 8 * uint(at.y);
    items[pixel] += 3;
//~ ^ error[E6427]: nothing orders accesses to items[0] by two invocations at one pixel (interlock)
//~ ^ error[E6427]: nothing orders accesses to items[0] by two invocations at one pixel (interlock)
    return at.z;
}
