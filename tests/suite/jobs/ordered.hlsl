// Pixels whose accesses are in the order of primitives, and pixels that triangles touch or fill.
//
// Expectations are in the job file beside it.

struct Item {
    uint order;
    uint count;
};

RasterizerOrderedStructuredBuffer<Item> items;
RasterizerOrderedTexture2D<float2> texels;
RasterizerOrderedByteAddressBuffer bytes;
RWStructuredBuffer<uint> touched;

// Every second triangle leaves out the pixels on the left.
float4 vertex_main(uint id : SV_VertexID) : SV_Position {
    uint primitive = id / 3, corner = id % 3;
    float left = primitive % 2 == 0 ? -1 : 0;
    return float4(corner == 1 ? 7 : left, corner == 2 ? 7 : -1, 0.5, 1);
}

void pixel_main(float4 at : SV_Position, uint primitive : SV_PrimitiveID) {
    uint pixel = uint(at.x) + 4 * uint(at.y);
    items[pixel].order = items[pixel].order * 3 + primitive;
    items[pixel].count++;
    float2 old = texels[uint2(at.xy)];
    texels[uint2(at.xy)] = float2(old.x * 0.5 + primitive, old.y + 1);
    bytes.Store(4 * pixel, bytes.Load(4 * pixel) * 5 + primitive);
}

// Two thin triangles, of which the second one has no area.
float4 thin_main(uint id : SV_VertexID) : SV_Position {
    float2 place = id < 3 ? float2(id == 1 ? 0.9 : -0.9, id == 2 ? 0.6 : 0.5) : float2(id == 4 ? 0.9 : -0.9, -0.5);
    return float4(place, 0.5, 1);
}

void touched_main(float4 at : SV_Position, uint inner : SV_InnerCoverage) {
    InterlockedAdd(touched[uint(at.x) + 4 * uint(at.y)], 1 + 16 * inner);
}
//@ run: -T vs_6_0 -E vertex_main
//@ run: -T ps_6_0 -E pixel_main -fspv-target-env=vulkan1.3
//@ run: -T ps_6_0 -E touched_main -fspv-target-env=vulkan1.3
