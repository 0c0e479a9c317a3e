// A radix sort of 16-bit keys in two passes of eight bits. radix_sort.json runs it on the CPU:
//
//     hlsl2spirv test examples/jobs
//
// Each pass counts the digits of each group of keys, adds the counts up, and moves each key behind those that come before it.

#define GROUP 32
#define DIGITS 256

struct Pass {
    uint shift;
    uint groups;
};

[[vk::push_constant]] Pass pass;
StructuredBuffer<uint> keys : register(t0);
RWStructuredBuffer<uint> moved : register(u1);
// For each digit a number per group.
RWStructuredBuffer<uint> counts : register(u2);

groupshared uint histogram[DIGITS];
groupshared uint digits[GROUP];

uint digit(uint key) {
    return key >> pass.shift & (DIGITS - 1);
}

[numthreads(GROUP, 1, 1)]
void count(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    for (uint first = lane; first < DIGITS; first += GROUP) {
        histogram[first] = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(histogram[digit(keys[id.x])], 1);
    GroupMemoryBarrierWithGroupSync();
    for (uint each = lane; each < DIGITS; each += GROUP) {
        counts[each * pass.groups + group.x] = histogram[each];
    }
}

[numthreads(1, 1, 1)]
void add() {
    uint sum = 0;
    for (uint index = 0; index < DIGITS * pass.groups; ++index) {
        uint here = counts[index];
        counts[index] = sum;
        sum += here;
    }
}

[numthreads(GROUP, 1, 1)]
void move(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    uint key = keys[id.x];
    uint own = digit(key);
    digits[lane] = own;
    GroupMemoryBarrierWithGroupSync();
    // Keys with the same digit keep their order.
    uint before = 0;
    for (uint other = 0; other < lane; ++other) {
        before += digits[other] == own ? 1 : 0;
    }
    moved[counts[own * pass.groups + group.x] + before] = key;
}
