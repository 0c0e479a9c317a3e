//@ run: -T cs_6_0 -O0 -Wno-everything
//@ in: result = u32:0*32
//@ dispatch: 1
//@ out: result = u32:1,1211,23,3431,45,5651,67,7871,7,11018,3010,31038,40047,51058,7014,71078,30204040,30204141,30204242,30204343,30204444,30204545,30204646,30204747,0,0,2,12,54,224,906,3636
//@ run: -T cs_6_0 -Wno-everything
//@ in: result = u32:0*32
//@ dispatch: 1
//@ out: result = u32:1,1211,23,3431,45,5651,67,7871,7,11018,3010,31038,40047,51058,7014,71078,30204040,30204141,30204242,30204343,30204444,30204545,30204646,30204747,0,0,2,12,54,224,906,3636

// What is loaded from a variable keeps its value when the variable changes: between a load and its use, in lanes that go
// another way, in a function, in the next iteration. Parts of variables change alone.
RWStructuredBuffer<uint> result;

struct Pair {
    uint2 first;
    uint second[2];
};

uint bump(inout uint value, uint by) {
    uint before = value;
    value += by;
    return before;
}

void rotate(inout Pair pair) {
    const uint x = pair.first.x;
    pair.first.x = pair.second[1];
    pair.second[1] = pair.first.y;
    pair.first.y = x;
}

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    uint value = lane + 1;
    // Loaded, stored to, used.
    uint sum = value + (value = 10 * lane);
    if (lane & 1)
        sum = 100 * sum + (value += 1);
    else if (lane & 2)
        value = sum - value;

    Pair pair;
    pair.first = uint2(lane, 20);
    pair.second[0] = 30;
    pair.second[1] = 40;
    rotate(pair);
    pair.first.yx += pair.first;

    uint turns = 0;
    [loop]
    for (uint turn = 0; turn < lane; ++turn) {
        uint own = turn;
        turns = 3 * turns + bump(own, turns) + own;
    }
    uint once = bump(value, 7);
    result[lane] = sum;
    result[8 + lane] = value + 1000 * once;
    result[16 + lane] = pair.first.x + 100 * pair.first.y + 10000 * pair.second[1] + 1000000 * pair.second[0];
    result[24 + lane] = turns;
}
