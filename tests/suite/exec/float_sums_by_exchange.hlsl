//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
//@ check: OpAtomicCompareExchange
//@ check-not: OpAtomicFAddEXT
//@ in: result = f32:1,100,-100,0,0,0,0,0
//@ dispatch: 1
//@ out: result = f32:2017,0,63,1,2016,-1.5,62.5,1
// Without extensions for floats, a loop compares and exchanges their bits.
RWStructuredBuffer<float> result;
groupshared float sum, limits[2];

[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    if (lane == 0) {
        sum = 0;
        limits[0] = 1000;
        limits[1] = -1000;
    }
    GroupMemoryBarrierWithGroupSync();
    float before;
    InterlockedAdd(sum, float(lane), before);
    InterlockedMin(limits[0], lane - 1.5);
    InterlockedMax(limits[1], lane - 0.5);
    InterlockedAdd(result[0], float(lane));
    InterlockedMin(result[1], float(lane));
    InterlockedMax(result[2], float(lane));
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0) {
        result[3] = 1;
        result[4] = sum;
        result[5] = limits[0];
        result[6] = limits[1];
        result[7] = before - before + 1;
    }
}
