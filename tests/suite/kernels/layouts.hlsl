//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ in: 0:0 = f32:1,2,3,0,4,5,6,0,7,8,9,0,10,11,12,0,1,2,3,4
//@ in: 0:1 = u32:1,0x3f800000,2,0x40000000,5,0x40400000,0,0x40800000
//@ in: 0:2 = f32:0*24
//@ dispatch: 1 1 1
//@ out: 0:2 = f32:30,36,42,0,14,32,50,0,1,2,3,4,1,2,0,4,1,1,0,10,0,0,0,0
// Matrices of either order, truth values and structs in memory and in variables, arrays that are indexed at run time.

struct Entry { bool set; float weight; };

cbuffer Constants : register(b0) {
    row_major float3x3 rows;
    float4 unused;
    float4 more;
};
StructuredBuffer<Entry> entries : register(t1);
RWStructuredBuffer<float4> result : register(u2);

groupshared bool seen[4];

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    seen[lane] = entries[lane].set;
    float weights[4];
    for (uint i = 0; i < 4; i++)
        weights[i] = entries[i].weight;
    Entry own = entries[lane];
    Entry copies[2] = { own, own };
    copies[lane & 1].weight *= 1;
    GroupMemoryBarrierWithGroupSync();
    const float3x3 turned = transpose(rows);
    if (lane == 0) {
        result[0] = float4(mul(float3(1, 2, 3), rows), 0);
        result[1] = float4(mul(rows, float3(1, 2, 3)), 0);
        result[2] = more;
        float4 sums = 0;
        for (uint j = 0; j < 4; j++)
            sums[j] = seen[j] ? weights[j] : 0;
        result[3] = float4(sums.x, sums.y, sums.w, weights[3]);
    }
    if (lane == 3)
        result[4] = float4(copies[0].set ? 0 : 1, determinant(float2x2(2, 1, 1, 1)), turned[0][1] - rows[1][0], turned[0][2] + turned[1][0] + 1);
}
