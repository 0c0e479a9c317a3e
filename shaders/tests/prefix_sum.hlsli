// Tests of ../prefix_sum.hlsl.
#include "../prefix_sum.hlsl"

// The sums of 1, 2, 3, … are triangular numbers, and begin anew in the second block, which has an odd number of values.
[[test]]
[[threads(256)]]
[[groups(2)]]
[[bind("Params", "{count: 519}")]]
[[bind("input", "u32:1..600")]]
[[bind("output", "u32:7*1024")]]
[[bind("totals", "zeros:8")]]
void sums_before_each(uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    main(lane, group);
    for (uint i = 0; i < 2; ++i) {
        const uint at = 2 * lane + i;
        const uint first = group.x * BLOCK;
        const uint sum = first * at + at * (at + 1) / 2;
        check(output[first + at] == (first + at < 519 ? sum : 7), "value %u", first + at);
    }
    if (lane == 0)
        check(totals[group.x] == (group.x == 0 ? 512 * 513 / 2 : 7 * 512 + 28));
}

[[test]]
[[bind("Params", "{count: 2}")]]
[[bind("input", "u32:5,6,7")]]
void loads_zeros_behind_the_end() {
    check(load(1) == 6);
    check(load(2) == 0);
}
