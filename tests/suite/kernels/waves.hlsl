//@ only on the CPU: the wave must be as large as the group
//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ in: values = u32:5,1,7,3,2,8,6,4
//@ in: result = u32:0*80
//@ dispatch: 1 1 1
//@ out: result = u32:36,36,36,36,36,36,36,36,0,5,6,13,16,18,26,32,81,81,81,81,81,81,81,81,101,101,101,101,101,101,101,101,40,41,41,42,42,42,43,44,175,575,375,775,875,275,475,675,9,1,1,1,1,1,1,1,143,143,143,143,143,143,143,143,7371,7735,7153,7517,6468,6642,6824,6286,320,321,322,323,324,325,326,327
// Operations of waves, which the whole group executes together.

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    const uint value = values[lane];
    result[lane] = WaveActiveSum(value);
    result[8 + lane] = WavePrefixSum(value);
    result[16 + lane] = WaveActiveMax(value) * 10 + WaveActiveMin(value);
    result[24 + lane] = WaveActiveBallot(value > 4).x;
    result[32 + lane] = WavePrefixCountBits(value > 4) + 10 * WaveActiveCountBits(value > 4);
    result[40 + lane] = WaveReadLaneFirst(value) + 10 * WaveReadLaneAt(value, 2) + 100 * WaveReadLaneAt(value, lane ^ 1);
    result[48 + lane] = WaveActiveAllTrue(value > 0) + 2 * WaveActiveAnyTrue(value > 8) + 4 * WaveActiveAllEqual(value) + 8 * WaveIsFirstLane();
    result[56 + lane] = WaveActiveBitOr(value) + 16 * WaveActiveBitXor(value) + 256 * WaveActiveProduct(value & 1);
    result[64 + lane] = QuadReadAcrossX(value) + 10 * QuadReadAcrossY(value) + 100 * QuadReadAcrossDiagonal(value) + 1000 * QuadReadLaneAt(value, 2);
    result[72 + lane] = WaveGetLaneIndex() + 10 * WaveGetLaneCount();
}
