//@ run: -T cs_6_0
//@ in: limits = u32:3,4
//@ in: results = u32:0*24
//@ dispatch: 1
//@ out: results = u32:11714,3758096388,2147483662,44,2202,2202,3,9,77,8,77,0,0,0,0,0,0,0,0,0,0,0,0,0
// States that loops carry and only branches change that a constant state never takes, beside states that do change.
StructuredBuffer<uint> limits;
RWStructuredBuffer<uint> results;

static const uint OFF = 0xFFFFFFFE;

struct Sequence {
    uint hash;
    uint dimension;
    uint next() {
        if (dimension >= OFF) {
            hash = hash * 5 + 1;
            return hash;
        }
        dimension++;
        return reversebits(hash + dimension);
    }
};

uint nested(Sequence sequence) {
    uint sum = 0;
    for (uint n = 0; n < limits[0]; n++) {
        sum += sequence.next();
        for (uint m = 0; m < limits[1]; m++) {
            if (sum & 1) sum ^= sequence.next();
        }
    }
    return sum + sequence.dimension;
}

uint by_switch(uint start) {
    uint state = start, sum = 0;
    [loop]
    for (uint n = 0; n < limits[1]; n++) {
        switch (state) {
            case 2: sum += 10; break;
            case 3: state = 4; sum += 100; break;
            default: state = 3; sum += 1000; continue;
        }
        sum++;
    }
    return sum;
}

uint by_logic(bool is_first, bool is_done) {
    uint sum = 0;
    [loop]
    while (!is_done || sum < limits[0]) {
        if (is_first && sum > 100) is_done = true;
        is_first = is_first || false;
        int sign = is_first ? -1 : 1;
        sum += uint(sign + 2);
        if (sum > 5) is_done = !is_first;
        if (sum > 8) break;
    }
    return sum;
}

uint leaves(uint state) {
    [loop]
    for (uint n = 0;; n++) {
        if (state == 7) { if (n == limits[1]) return 70 + state; }
        else if (n == limits[0]) return state;
        else state += n;
    }
}

[numthreads(1, 1, 1)]
void main() {
    Sequence off = { 3, OFF }, on = { 3, 1 }, last = { 3, OFF - 2 };
    results[0] = nested(off);
    results[1] = nested(on);
    results[2] = nested(last);
    results[3] = by_switch(2);
    results[4] = by_switch(3);
    results[5] = by_switch(9);
    results[6] = by_logic(false, true);
    results[7] = by_logic(true, false);
    results[8] = leaves(7);
    results[9] = leaves(5);
    results[10] = leaves(6);
}
