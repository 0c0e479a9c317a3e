//@ run: -T cs_6_0
//@ in: o = u32:7,1,5,0
//@ dispatch: 1 1 1
//@ out: o = u32:5,1,5,0
// Nothing leads to where the loop continues, which chooses between two values and compares with what it read before. The
// buffer that is handed over makes the function a part of its caller without other passes, too.
RWStructuredBuffer<uint> o : register(u0);
static int global = 3;

uint first(RWStructuredBuffer<uint> from, uint limit) {
    int count = 0;
    do {
        if (++count > 2) break;
        if (!(false)) return from[2];
    } while (limit <= ((global != global) ? limit : 13u));
    return 14;
}

[numthreads(1, 1, 1)]
void main() {
    o[0] = first(o, o[1]);
}
