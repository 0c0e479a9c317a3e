//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
//@ check: OpTypePointer Workgroup %uint
//@ check: OpAtomicCompareExchange
//@ in: result = f32:0*8
//@ dispatch: 1
//@ out: result = f32:0,1.5,14,12,10,8,4,4
// Memory holds the bits of floats that are compared by them. Copies of whole arrays are floats again.
groupshared float best;
groupshared float cells[4][2];
RWStructuredBuffer<float> result;

void set(inout float cell, float value) { cell = value; }

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    if (lane == 0)
        best = 0;
    set(cells[lane / 2][lane % 2], lane);
    GroupMemoryBarrierWithGroupSync();
    float old = 0, kept;
    if (lane == 0)
        InterlockedCompareExchangeFloatBitwise(best, 0.0, 1.5, old);
    InterlockedCompareStoreFloatBitwise(cells[lane / 2][lane % 2], float(lane), 2.0 * lane);
    if (lane == 7)
        InterlockedCompareStoreFloatBitwise(cells[0][0], -0.0, 5.0);
    GroupMemoryBarrierWithGroupSync();
    float copy[4][2] = cells;
    GroupMemoryBarrierWithGroupSync();
    InterlockedExchange(cells[lane / 2][lane % 2], 4.0, kept);
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0)
        result[0] = old;
    else if (lane == 1)
        result[1] = best;
    else if (lane < 6)
        result[lane] = copy[(9 - lane) / 2][(9 - lane) % 2];
    else
        result[lane] = cells[0][lane % 2];
}
