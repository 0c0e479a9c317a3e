//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ check: OpGroupNonUniformElect
//@ check: OpGroupNonUniformIAdd %uint {*} Reduce
//@ check: OpGroupNonUniformFMul %float {*} ExclusiveScan
//@ check: OpGroupNonUniformBallot
//@ check: OpGroupNonUniformShuffle
//@ check: OpGroupNonUniformQuadSwap
RWStructuredBuffer<float4> values;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
    if (WaveIsFirstLane()) values[0] = 1;
    values[1] = WaveActiveSum(i);
    values[2] = WavePrefixProduct((float)i);
    values[3] = WaveActiveBallot(i > 3);
    values[4] = WaveReadLaneAt(i, 5);
    values[5] = QuadReadAcrossX(i);
    values[6] = WaveGetLaneIndex() + WaveGetLaneCount() + WaveActiveCountBits(true);
}
