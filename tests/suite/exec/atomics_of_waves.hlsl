//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ in: words = u32:100,100,255,0,240,50,50,7
//@ in: found = u32:0*64
//@ dispatch: 1 1 1
//@ out: words = u32:116,95,146,109,71,30,70,6
//@ out: found = u32:100,0,100,102,0,105,110,0,100,0,99,98,0,97,96,0,255,0,254,250,0,242,210,0,0,0,1,5,0,13,45,0,240,0,243,255,0,231,135,0,50,0,50,50,0,45,35,0,50,0,50,50,0,55,65,0,1000,0,1002,1004,0,1006,1008,0
//@ only on the CPU: there lanes come one after the other
// Lanes that operate on one address find what the lanes before them have left there; lanes that stay away change nothing.
RWStructuredBuffer<uint> words : register(u0);
RWStructuredBuffer<uint> found : register(u1);
groupshared uint counter;
[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index == 0)
        counter = 1000;
    GroupMemoryBarrierWithGroupSync();
    if (index % 3 == 1)
        return;
    uint before;
    InterlockedAdd(words[0], index, before);
    found[index] = before;
    InterlockedAdd(words[1], -1, before);
    found[8 + index] = before;
    InterlockedAnd(words[2], ~(1u << index), before);
    found[16 + index] = before;
    InterlockedOr(words[3], 1u << index, before);
    found[24 + index] = before;
    InterlockedXor(words[4], 3u << index, before);
    found[32 + index] = before;
    InterlockedMin(words[5], 60 - 5 * index, before);
    found[40 + index] = before;
    InterlockedMax(words[6], 40 + 5 * index, before);
    found[48 + index] = before;
    InterlockedAdd(counter, 2, before);
    found[56 + index] = before;
    InterlockedExchange(words[7], index, before);
    InterlockedAdd(words[500], 1, before);
    found[0] += before; // check: allow(race, race-fence, race-same-value) the lanes that are left take turns
}
