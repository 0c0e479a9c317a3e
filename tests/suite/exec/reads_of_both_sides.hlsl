//@ run: -T cs_6_0 -HV 2021
//@ in: x = u32:8,7,6,5,4,3,2,1
//@ in: y = u32:0*32
//@ dispatch: 1 1 1
//@ out: y = u32:8,7,6,5,8,8,8,8,5,4,3,2,30,10,50,30,21,10007,6,10005,104,3,2,1,5,4,3,2,1,50,50,50
// Choices between groupshared numbers, whose sides are read both where neither can lie outside.
StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> y : register(u1);
groupshared uint row[8];
groupshared uint grid[4][2];

[numthreads(8, 1, 1)]
void main(uint3 id : SV_GroupThreadID, uint3 all : SV_DispatchThreadID) {
    row[id.x] = x[id.x];
    grid[id.x >> 1][id.x & 1] = 10 * x[id.x];
    GroupMemoryBarrierWithGroupSync();
    // Bound by the size of the group, by a mask, by a remainder.
    y[id.x] = x[id.x] > 4 ? row[id.x] : row[7 - 7];
    const uint rest = id.x % 3;
    y[8 + id.x] = x[id.x] > 4 ? row[(id.x + 3) & 7] : grid[rest + 1][1];
    // Bound by the condition around, and by what has been read.
    uint sum = row[all.x];
    if (all.x % 4 == 0) {
        sum += x[all.x] > 5 ? row[all.x + 3] : 100;
    }
    if (id.x < 4 && x[id.x] != 6) {
        sum += sum > 9 ? row[2 * id.x + 1] : 10000;
    }
    if (id.x == 0) {
        sum += sum > 5 ? row[id.x + 7] : 1000;
    }
    y[16 + id.x] = sum;
    // Not bound: this stays behind its condition.
    y[24 + id.x] = id.x < 5 ? row[id.x + 3] : 50;
}
