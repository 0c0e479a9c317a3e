//@ run: -T cs_6_0
//@ in: data = u32:1,2,3,4,5,6,7,8
//@ in: other = u32:10,20,30,40,50,60,70,80
//@ in: y = u32:0*28
//@ dispatch: 1
//@ out: y = u32:8,8,8,8,2,101,102,103,9,9,9,9,21,122,123,124,5,5,5,5,6,7,8,9,4,6,6,6

//@ run: -T cs_6_0 -O0
//@ in: data = u32:1,2,3,4,5,6,7,8
//@ in: other = u32:10,20,30,40,50,60,70,80
//@ in: y = u32:0*28
//@ dispatch: 1
//@ out: y = u32:8,8,8,8,2,101,102,103,9,9,9,9,21,122,123,124,5,5,5,5,6,7,8,9,4,6,6,6
// What memory holds is known behind a store and behind a load, until something may write there: another index that may
// be the same, another buffer that may be the same.
RWStructuredBuffer<uint> data;
RWStructuredBuffer<uint> other;
RWStructuredBuffer<uint> y;

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    uint words[4] = { 1, 2, 3, 4 };
    // The same place, whatever the index is.
    words[id] = 8;
    y[id] = words[id];
    // A place that may be the one just written, and one that is not.
    words[1] = 100 + id;
    words[3] = 2;
    y[4 + id] = id == 0 ? words[3] : words[1];
    // In one arm of a selection, seen behind it.
    words[2] = 7;
    if (id < 8) words[(id & 2) | 2] = 9;
    y[8 + id] = words[2];
    // A store that the next one overwrites, but not before it was read by another index.
    words[0] = 20;
    words[id] = words[0] + 1 + id;
    words[0] += id == 0 ? 0 : 102;
    y[12 + id] = words[0] + (id == 0 ? 0 : id - 1);
    // Another buffer may be the same memory; what is read again is what is there.
    uint before = data[4];
    other[id] = 1;
    y[16 + id] = data[4];
    data[4] = before; // check: allow(race-in-wave, race-same-value) all lanes write what is there
    y[20 + id] = before + id + 1;
    // A part of what was stored as a whole.
    uint parts[4] = { 1, 3, 4, 6 };
    y[24 + id] = parts[2] + (id == 0 ? 0 : parts[id] * 0 + 2);
}
