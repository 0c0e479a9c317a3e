//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
// The entry point says that it needs so much.
groupshared uint big[16384];
RWStructuredBuffer<uint> result;

[GroupSharedLimit(65536)]
[numthreads(64, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    big[lane * 256] = lane;
    GroupMemoryBarrierWithGroupSync();
    result[lane] = big[(63 - lane) * 256];
}
