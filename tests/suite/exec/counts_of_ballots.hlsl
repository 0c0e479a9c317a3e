//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
// The count of a ballot takes one place, the ballot four, even where nothing comes after the count.
//@ in: given = u32:3,50,60
//@ in: result = u32:9*3
//@ dispatch: 1 1 1
//@ out: result = u32:2,2,2
StructuredBuffer<uint> given : register(t0);
RWStructuredBuffer<uint> result : register(u1);
[numthreads(3, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    result[lane] = WaveActiveCountBits(given[lane] > 40);
}
