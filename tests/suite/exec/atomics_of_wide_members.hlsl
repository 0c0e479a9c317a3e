//@ run: -T cs_6_6
// Groupshared memory is packed where it runs: a member of 64 bits behind one of 32 stands at an odd word.
//@ in: result = u32:0*4
//@ dispatch: 1 1 1
//@ out: result = u32:12,7,12,7
RWStructuredBuffer<uint2> result : register(u0);
struct Cell {
    uint padding;
    uint64_t sum;
    uint after;
};
groupshared Cell cells[2];
[numthreads(4, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    if (lane < 2) {
        cells[lane].sum = uint64_t(4) << 32;
        cells[lane].after = 7;
    }
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(cells[lane & 1].sum, uint64_t(4) << 32);
    GroupMemoryBarrierWithGroupSync();
    if (lane < 2) {
        result[lane] = uint2(uint(cells[lane].sum >> 32), cells[lane].after);
    }
}
