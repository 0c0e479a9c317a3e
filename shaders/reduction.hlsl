//@ run: -T cs_6_0 -E main
// Sums of 256 values each: a tree in groupshared memory.

#define GROUP_SIZE 256

cbuffer Params : register(b0) {
    uint count;
};

StructuredBuffer<uint> input : register(t1);
RWStructuredBuffer<uint> sums : register(u2);

groupshared uint partial[GROUP_SIZE];

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    partial[lane] = id.x < count ? input[id.x] : 0;
    GroupMemoryBarrierWithGroupSync();

    for (uint stride = GROUP_SIZE / 2; stride > 0; stride >>= 1) {
        if (lane < stride)
            partial[lane] += partial[lane + stride];
        GroupMemoryBarrierWithGroupSync();
    }

    if (lane == 0)
        sums[group.x] = partial[0];
}
