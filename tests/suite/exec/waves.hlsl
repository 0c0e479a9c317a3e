//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1
//@ only on the CPU: drivers choose the size of waves
//@ in: sums = u32:0*40
//@ dispatch: 1
//@ out: sums = u32:496*32,284*8

// A group of one wave of 32 and one of 8.
RWStructuredBuffer<uint> sums : register(u0);

[numthreads(40, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    sums[lane] = WaveActiveSum(lane);
}
