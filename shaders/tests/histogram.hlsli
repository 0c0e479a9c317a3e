// Tests of ../histogram.hlsl.
#include "../histogram.hlsl"

// The bytes 0, 1, 2, 3, twice, and two more; the last two of the third word are no input.
[[test]]
[[threads(BINS)]]
[[bind("Params", "{bytes: 10}")]]
[[bind("input", "u32:0x03020100,0x03020100,0xffff03ff")]]
[[bind("histogram", "u32:5,0*255")]]
void counts_bytes(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    main(id, lane);
    AllMemoryBarrierWithGroupSync();
    const uint expected = lane == 0 ? 7 : lane < 3 ? 2 : lane == 3 ? 3 : lane == 255 ? 1 : 0;
    check(histogram.Load(4 * lane) == expected, "bin %u", lane);
}
