//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
groupshared uint big[16385];
RWStructuredBuffer<uint> r;

[GroupSharedLimit(65536)]
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
//~  ^ error[E2621]: 65540 bytes of groupshared memory exceed the limit of 65536 that the entry point sets
    big[i] = i;
    GroupMemoryBarrierWithGroupSync();
    r[i] = big[63 - i];
}
