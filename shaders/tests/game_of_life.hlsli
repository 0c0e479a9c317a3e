// Tests of ../game_of_life.hlsl.
#include "../game_of_life.hlsl"

// A row of three turns into a column, across the corner of the torus.
[[test]]
[[threads(16, 16)]]
[[bind("before", "image:5x6:r32uint:u32:1,1,0,0,1,0*25")]]
[[bind("after", "image:5x6:r32uint:u32:9*30")]]
void a_blinker_turns(uint3 id : SV_DispatchThreadID) {
    main(id);
    if (id.x < 5 && id.y < 6)
        check(after[id.xy] == (id.x == 0 && (id.y + 1) % 6 < 3 ? 1 : 0), "cell %u, %u", id.x, id.y);
}

// A square stays, and the lonely and the crowded cell beside it die.
[[test]]
[[threads(16, 16)]]
[[bind("before", "image:8x4:r32uint:u32:1,1,0,0,0,1,1,1,1,1,0,1,0,1,1,1,0*8,0*8")]]
[[bind("after", "image:8x4:r32uint:u32:9*32")]]
void cells_live_by_their_neighbours(uint3 id : SV_DispatchThreadID) {
    main(id);
    if (any(id.xy >= uint2(8, 4)))
        return;
    uint count = 0;
    for (uint i = 0; i < 9; ++i)
        count += i == 4 ? 0 : before[uint2(id.x + 7 + i % 3, id.y + 3 + i / 3) % uint2(8, 4)];
    check(after[id.xy] == (count == 3 || (count == 2 && before[id.xy] == 1) ? 1 : 0), "cell %u, %u", id.x, id.y);
}
