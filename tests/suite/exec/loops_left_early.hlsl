//@ run: -T cs_6_0
//@ in: low = u32:1,20,3,40
//@ in: middle = u32:10,2,30,4
//@ in: high = u32:100,200,1,2
//@ in: found = u32:0*12
//@ dispatch: 1
//@ out: found = u32:200,1,102,3,110,222,33,40,1,2,1,2
//@ run: -T cs_6_0 -O0
//@ in: low = u32:1,20,3,40
//@ in: middle = u32:10,2,30,4
//@ in: high = u32:100,200,1,2
//@ in: found = u32:0*12
//@ dispatch: 1
//@ out: found = u32:200,1,102,3,110,222,33,40,1,2,1,2
// Loops over local arrays of resources that end when something is found: with `break`, with `return`, and after `continue`.
StructuredBuffer<uint> low, middle, high;
RWStructuredBuffer<uint> found;

uint first_above(StructuredBuffer<uint> all[3], uint at, uint limit) {
    for (uint i = 0; i < 3; i++) {
        if (all[i][at] > limit) {
            return 100 * i + at;
        }
    }
    return ~0u;
}

uint sum_until(StructuredBuffer<uint> all[3], uint at, uint limit) {
    uint sum = 0;
    for (uint i = 0; i < 3; i++) {
        if (all[i][at] == 1) {
            continue;
        }
        sum += all[i][at];
        if (sum > limit) {
            break;
        }
    }
    return sum;
}

[numthreads(4, 1, 1)]
void main(uint at : SV_GroupIndex) {
    StructuredBuffer<uint> all[3];
    all[0] = low;
    all[1] = middle;
    all[2] = high;
    found[at] = first_above(all, at, 15);
    found[4 + at] = sum_until(all, at, 25);
    uint steps = 0;
    [unroll]
    for (uint i = 0; i < 3; i++) {
        steps++;
        if (all[i][at] < 5) {
            break;
        }
    }
    found[8 + at] = steps;
}
