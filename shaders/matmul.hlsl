//@ run: -T cs_6_0 -E main
//@ run: -T cs_6_0 -E main -D TILE=8
// C = A * B with tiles in groupshared memory; sizes need not be multiples of a tile.

#ifndef TILE
#define TILE 16
#endif

struct Sizes {
    uint rows;
    uint columns;
    uint inner;
};

ConstantBuffer<Sizes> sizes : register(b0);
StructuredBuffer<float> a : register(t1);
StructuredBuffer<float> b : register(t2);
RWStructuredBuffer<float> c : register(u3);

groupshared float tileA[TILE][TILE];
groupshared float tileB[TILE][TILE];

[numthreads(TILE, TILE, 1)]
void main(uint2 id : SV_DispatchThreadID, uint2 local : SV_GroupThreadID) {
    float sum = 0.0;
    const uint tiles = (sizes.inner + TILE - 1) / TILE;
    for (uint tile = 0; tile < tiles; ++tile) {
        const uint k = tile * TILE;
        const bool insideA = id.y < sizes.rows && k + local.x < sizes.inner;
        const bool insideB = id.x < sizes.columns && k + local.y < sizes.inner;
        tileA[local.y][local.x] = insideA ? a[id.y * sizes.inner + k + local.x] : 0.0;
        tileB[local.y][local.x] = insideB ? b[(k + local.y) * sizes.columns + id.x] : 0.0;
        GroupMemoryBarrierWithGroupSync();

        [unroll]
        for (uint i = 0; i < TILE; ++i)
            sum = mad(tileA[local.y][i], tileB[i][local.x], sum);
        GroupMemoryBarrierWithGroupSync();
    }
    if (id.y < sizes.rows && id.x < sizes.columns)
        c[id.y * sizes.columns + id.x] = sum;
}
