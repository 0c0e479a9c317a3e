// Calls, structs, matrices, groupshared memory, a barrier and lanes that part.

struct Item {
    float3 position;
    uint kind;
    float weights[2];
};

StructuredBuffer<Item> items : register(t0);
RWStructuredBuffer<float> result : register(u1);
cbuffer Settings : register(b2) {
    float2x2 turned;
    float scale;
};

groupshared float tile[8];
static uint calls;

float weighted(Item item, inout float sum, float factor) {
    calls++;
    float local = item.position.x * factor;
    for (int i = 0; i < 2; ++i) {
        local += item.weights[i];
        sum += local;
    }
    return local;
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    float sum = 0;
    Item item = items[id.x];
    float2 place = mul(turned, item.position.xy);
    tile[index] = place.x;
    GroupMemoryBarrierWithGroupSync();
    float found = weighted(item, sum, scale);
    if (index % 2 == 0) {
        found += tile[7 - index];
    } else {
        bool isLarge = found > 4;
        found = isLarge ? 1 : 2;
    }
    printf("found %f", found);
    result[id.x] = found + sum;
}
//@ run: -T cs_6_0 -E main
