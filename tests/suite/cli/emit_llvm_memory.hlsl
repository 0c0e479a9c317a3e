//@ run: -T cs_6_0 -E stride
//@ emit: llvm
//@ check: = load <16 x i32>, ptr {element}
//@ run: -T cs_6_0 -E factor
//@ emit: llvm
//@ check: = icmp eq i32 {factor}, 1
//@ check: = load <16 x i32>, ptr {element}
//@ run: -T cs_6_0 -E bins
//@ emit: llvm
//@ check-not: = extractelement <8 x i32> {offsets}, i32 7
//@ check: = add i32 {old}, 1
// Lanes access memory together where their elements are at a known distance, also if the index comes from another block or
// an unknown factor is one. Where they change groupshared numbers at any address, a loop takes the addresses from memory.

ByteAddressBuffer input : register(t0);
RWStructuredBuffer<uint> output : register(u1);
cbuffer Params : register(b2) { uint distance; };
groupshared uint words[64];

[numthreads(32, 1, 1)]
void stride(uint lane : SV_GroupIndex) {
    const uint twice = 2 * lane;
    if (input.Load(4 * lane) != 0)
        output[twice + 1] = output[twice];
}

[numthreads(32, 1, 1)]
void factor(uint lane : SV_GroupIndex) {
    words[lane] = lane;
    GroupMemoryBarrierWithGroupSync();
    output[lane] = words[distance * (2 * lane + 1)];
}

[numthreads(32, 1, 1)]
void bins(uint lane : SV_GroupIndex) {
    words[lane] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(words[input.Load(4 * lane) % 32], 1);
    GroupMemoryBarrierWithGroupSync();
    output[lane] = words[lane];
}
