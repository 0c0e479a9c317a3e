//@ run: -T cs_6_6 -E main -HV 202x
// A groupshared parameter is the argument's memory, also when it is passed on.
//@ in: r = i32:0*2
//@ dispatch: 1
//@ out: r = i32:3,4
groupshared int cells[2];
void bump(groupshared int list[2], int at) { InterlockedAdd(list[at], 3); }
void pass(groupshared int list[2], int at) { bump(list, at); }
RWStructuredBuffer<int> r;

[numthreads(1, 1, 1)]
void main() {
    for (int i = 0; i < 2; i++) {
        cells[i] = i;
        pass(cells, i);
        r[i] = cells[i];
    }
}
