//@ run: -T cs_6_2 -E main -HV 2018
//@ in: y = u32:0*8
//@ dispatch: 1
//@ out: y = u32:7,2,7,3,1,2,9,9

// A choice by a constant vector is made component by component.
RWStructuredBuffer<uint2> y : register(u0);

[numthreads(1, 1, 1)]
void main() {
    y[0] = bool2(true, true) ? uint2(7, 2) : uint2(1, 3);
    y[1] = bool2(true, false) ? uint2(7, 2) : uint2(1, 3);
    y[2] = bool2(false, true) ? uint2(7, 2) : uint2(1, 3);
    y[3] = true ? uint2(9, 9) : uint2(1, 3);
}
