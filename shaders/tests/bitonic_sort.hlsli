// Tests of ../bitonic_sort.hlsl.
#include "../bitonic_sort.hlsl"

[[property]]
void keys_come_first(uint key, uint value, uint other) {
    const Entry a = { key, value };
    const Entry b = { other, 5 };
    check(a.comes_after(b) == (key == other ? value > 5 : key > other));
    const Entry c = { key, other };
    check(a.comes_after(c) == value > other);
}

[[test]]
void orders_two() {
    Entry a = { 2, 10 };
    Entry b = { 1, 20 };
    order(a, b, true);
    check(a.key == 1 && a.value == 20 && b.key == 2 && b.value == 10);
    order(a, b, true);
    check(a.key == 1 && b.key == 2);
    order(a, b, false);
    check(a.key == 2 && b.key == 1);
}

// Odd multiples are a permutation of the numbers below a power of two. The second block is sorted in falling order.
[[test]]
[[threads(THREADS)]]
[[groups(2)]]
[[bind("entries", "zeros:8192")]]
void sorts_blocks(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    const uint base = group.x * BLOCK;
    for (uint i = lane; i < BLOCK; i += THREADS) {
        entries[base + i].key = i * 201 % BLOCK;
        entries[base + i].value = i;
    }
    AllMemoryBarrierWithGroupSync();
    sort_block(lane, group);
    AllMemoryBarrierWithGroupSync();
    for (uint at = lane; at < BLOCK; at += THREADS) {
        const Entry entry = entries[base + at];
        check(entry.key == (group.x == 0 ? at : BLOCK - 1 - at), "element %u", base + at);
        check(entry.value * 201 % BLOCK == entry.key);
    }
}

// Elements 0 and 2, 1 and 3, and so on are compared; the second half of eight falls.
[[test]]
[[bind("Params", "{length: 4, distance: 2}")]]
[[bind("entries", "u32:3,0,4,0,1,0,2,0,1,0,2,0,3,0,4,0")]]
void merges_in_steps() {
    for (uint i = 0; i < 4; ++i)
        merge_step(i);
    const uint expected[8] = { 1, 2, 3, 4, 3, 4, 1, 2 };
    for (uint at = 0; at < 8; ++at)
        check(entries[at].key == expected[at], "element %u", at);
}
