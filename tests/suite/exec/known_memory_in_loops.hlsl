//@ run: -T cs_6_0
//@ in: y = u32:0*8
//@ dispatch: 1
//@ out: y = u32:7,7,7,7,4,7,6,9

//@ run: -T cs_6_0 -O0
//@ in: y = u32:0*8
//@ dispatch: 1
//@ out: y = u32:7,7,7,7,4,7,6,9
// What memory holds before a loop holds in its first turn alone; what a turn has stored holds behind that in the turn.
RWStructuredBuffer<uint> y;

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    uint words[4] = { 1, 2, 3, 4 };
    words[id] = 8;
    words[3] = 1;
    uint sum = 0;
    for (uint turn = 0; turn < 3; ++turn) {
        sum += words[3];
        words[3] = turn + 2;
    }
    y[id] = sum + 1;
    words[1] = 0;
    uint count = 0;
    do {
        words[1] += 1;
        if (words[1] > id + 2) break;
        words[1] += 1;
        count = words[1];
    } while (count < 8);
    y[4 + id] = words[1] + (id & 1 ? 2 : 1);
}
