//@ run: -T cs_6_0
//@ run: -T cs_6_0 -D ENDS
//@ check-not: OpSwitch
//@ in: o = zeros:32
//@ dispatch: 8
//@ out: o = u32:10,2,10,24,10,2,10,2

// A selection whose condition is a constant ends the function without a branch, in arms and in loops too.
RWStructuredBuffer<uint> o;
static const uint ONE = 1;

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    if (i & 1) {
        if (i == 3) {
            for (uint turn = 0; turn < 9; turn++) {
                o[i] += turn;
                if (o[i] > 20) {
                    if (ONE == 1) {
                        o[i] += 3;
                        return;
                    }
                    o[i] = 4;
                }
            }
        }
        if (ONE == 1) {
            o[i] = 2;
            if (ONE + 1 == 2) return;
        }
        o[i] = 3;
    }
    o[i] += 10;
#ifdef ENDS
    if (ONE == 1) return;
    o[i] = 5;
#endif
}
