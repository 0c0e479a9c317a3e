// Tests of ../reduction.hlsl.
#include "../reduction.hlsl"

// 0, 1, 2, … in two groups, the second of which has no more than 4 values.
[[test]]
[[threads(GROUP_SIZE)]]
[[groups(2)]]
[[bind("Params", "{count: 260}")]]
[[bind("input", "u32:0..300")]]
[[bind("sums", "zeros:8")]]
void sums_of_groups(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint3 group : SV_GroupID) {
    main(id, lane, group);
    if (lane == 0)
        check(sums[group.x] == (group.x == 0 ? 255 * 128 : 256 + 257 + 258 + 259));
}
