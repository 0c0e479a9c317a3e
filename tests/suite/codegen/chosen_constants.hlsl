//@ run: -T cs_6_0 -HV 2021 -E numbers
//@ check-not: OpSelect
//@ in: o = u32:9*4
//@ dispatch: 1
//@ out: o = u32:1,2,7,8

// Constants that constants choose from are constants.
RWStructuredBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void numbers() {
    const uint4 chosen = select(uint4(1, 3, 7, 11) < uint4(10, 8, 6, 5), uint4(1, 2, 3, 4), uint4(5, 6, 7, 8));
    for (uint i = 0; i < 4; i++) o[i] = chosen[i];
}
