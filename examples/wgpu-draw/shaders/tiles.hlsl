// Tiles, each with a colour of its own and a pattern that all share.

struct Tile {
    float2 middle;
    float size;
    uint tint;
    float3 colour;
};

cbuffer View : register(b0) {
    float2 scale;
    float2 shift;
};
StructuredBuffer<Tile> tiles : register(t1);

cbuffer Light : register(b0, space1) {
    float3 tints[2];
    float gain;
};
Texture2D<float4> pattern : register(t1, space1);
SamplerState nearest : register(s2, space1);

struct Corner {
    float2 place : POSITION;
    float2 uv : TEXCOORD;
};

struct Shaded {
    float4 place : SV_Position;
    float2 uv : TEXCOORD;
    float3 colour : COLOR;
    nointerpolation uint tint : TINT;
};

Shaded place(Corner corner, uint number : SV_InstanceID) {
    Tile tile = tiles[number];
    Shaded shaded;
    shaded.place = float4((tile.middle + corner.place * tile.size) * scale + shift, 0, 1);
    shaded.uv = corner.uv;
    shaded.colour = tile.colour;
    shaded.tint = tile.tint;
    return shaded;
}

float4 shade(Shaded shaded) : SV_Target {
    float weight = pattern.Sample(nearest, shaded.uv).r;
    return float4(shaded.colour * tints[shaded.tint & 1] * (weight * gain), 1);
}
