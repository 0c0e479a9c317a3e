// A method works on an element of a buffer as it does on a variable, however memory holds bools.
//@ run: -T cs_6_6
//@ in: flags = u32:7,0,1,0,7,0,1,0
//@ in: shared = u32:1,0,0,0,0,1,0,0,1,1,0,0
//@ in: result = u32:0*5
//@ dispatch: 1
//@ out: flags = u32:7,0,1,0,8,0,0,1
//@ out: result = u32:0,1,1,0,1
//@ run: -T cs_6_6 -O0
//@ in: flags = u32:7,0,1,0,7,0,1,0
//@ in: shared = u32:1,0,0,0,0,1,0,0,1,1,0,0
//@ in: result = u32:0*5
//@ dispatch: 1
//@ out: flags = u32:7,0,1,0,8,0,0,1
//@ out: result = u32:0,1,1,0,1
//@ run: -T cs_6_6 -HV 202x -DCONST=const
//@ in: flags = u32:7,0,1,0,7,0,1,0
//@ in: shared = u32:1,0,0,0,0,1,0,0,1,1,0,0
//@ in: result = u32:0*5
//@ dispatch: 1
//@ out: flags = u32:7,0,1,0,8,0,0,1
//@ out: result = u32:0,1,1,0,1
#ifndef CONST
#define CONST
#endif
struct Flags {
    int count, pad;
    bool2 value;
    void flip() { value = !value; count++; }
    bool at(int i) CONST { return value[i]; }
};
struct Inner {
    bool2 value;
    bool at(int i) CONST { return value[i]; }
};
struct Outer {
    Inner inner[2];
    row_major bool1x2 both;
    bool at(int i, int j) CONST { return inner[i].at(j) && both[0][1]; }
};

RWStructuredBuffer<Flags> flags;
cbuffer shared { Outer outer; };
RWStructuredBuffer<uint> result;

[numthreads(1, 1, 1)]
void main() {
    flags[1].flip();
    result[0] = flags[1].at(0);
    result[1] = flags[1].at(1);
    result[2] = outer.inner[0].at(0);
    result[3] = outer.inner[0].at(1);
    result[4] = outer.at(0, 0);
}
