//@ run: -T cs_6_0
// An offset has to be a constant, so that the loops that count it are unrolled without a mark.
Texture2D<float> map;
SamplerState smooth;
RWStructuredBuffer<float> sums;
//@ check-not: OpLoopMerge
//@ check: ConstOffset
//@ check: ConstOffset
//@ check: ConstOffset
//@ check-not: OpLoopMerge
[numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
    for (int y = -1; y < 1; y++)
        for (int x = -1; x < 1; x++)
            sums[id] += map.SampleLevel(smooth, 0.5, 0, int2(x, y));
}
