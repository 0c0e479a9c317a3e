//@ run: -T cs_6_0
//@ in: sums = u32:0*40
//@ in: bits = u32:0*40
//@ in: odd = u32:0*40
//@ in: few = u32:100*16
//@ in: total = u32:5
//@ in: counted = u32:0*40
//@ in: tickets = u32:0
//@ in: after = u32:0*40
//@ dispatch: 100
//@ out: sums = u32:468,475,471,478,474,468,477,473,468,476,472,468,475,471,478,474,468,477,473,468,476,472,468,475,471,478,474,468,477,473,468,476,472,468,475,471,478,474,468,477
//@ out: bits = u32:2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040,2040
//@ out: odd = u32:120184,22147,27375,109400,308582,480666,285340,174727,240909,283978,22147,174725,109400,120184,480666,27375,174727,308582,283978,285340,174725,240909,120184,22147,27375,109400,308582,480666,285340,174727,240909,283978,22147,174725,109400,120184,480666,27375,174727,308582
//@ out: few = u32:595,602,598,605,601,597,604,600,596,603,599,595,602,598,605,601
//@ out: total = u32:610
//@ out: after = u32:495,502,498,505,501,497,504,500,496,503,499,495,502,498,505,501,497,504,500,496,503,499,495,502,498,505,501,497,504,500,496,503,499,495,502,498,505,501,497,504
// All groups change the same elements, and nothing uses what was there before, apart from `counted`, which the last group reads.
RWStructuredBuffer<uint> sums : register(u0);
RWStructuredBuffer<uint> bits : register(u1);
RWStructuredBuffer<uint> odd : register(u2);
RWStructuredBuffer<uint> few : register(u3);
RWStructuredBuffer<uint> total : register(u4);
RWStructuredBuffer<uint> counted : register(u5);
RWStructuredBuffer<uint> tickets : register(u6);
RWStructuredBuffer<uint> after : register(u7);
groupshared uint isLast;

[numthreads(40, 1, 1)]
void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    const uint value = (lane * 7 + group.x * 3) % 11;
    if (value > 2) {
        InterlockedAdd(sums[lane], value);
        InterlockedOr(bits[39 - lane], 1u << value);
    }
    InterlockedXor(odd[lane ^ 1], value << (group.x & 15));
    // There are fewer elements than lanes.
    InterlockedAdd(few[lane], value);
    if (lane == 3)
        InterlockedAdd(total[0], value + 1);
    InterlockedAdd(counted[lane], value);
    AllMemoryBarrierWithGroupSync();
    if (lane == 0) {
        uint ticket;
        InterlockedAdd(tickets[0], 1, ticket);
        isLast = ticket == 99;
    }
    GroupMemoryBarrierWithGroupSync();
    if (isLast) {
        uint found;
        InterlockedAdd(counted[lane], 0, found);
        after[lane] = found;
    }
}
