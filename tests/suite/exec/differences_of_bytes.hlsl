//@ run: -T cs_6_0 -E main
//@ in: x = u32:0x01020304,0x05060708,0x090a0b0c,0x01000304
//@ in: y = u32:0*8
//@ dispatch: 1
//@ out: y = u32:16,21,26,31,12,17,14,19

// Each sum compares the reference with the bytes of the source from the next one on; a byte of the reference that is zero
// does not count.
StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> y : register(u1);

[numthreads(1, 1, 1)]
void main() {
    uint4 all = msad4(x[0], uint2(x[1], x[2]), uint4(0, 1, 2, 3));
    uint4 some = msad4(x[3], uint2(x[1], x[2]), uint4(0, 0, 0, 0));
    for (uint i = 0; i < 4; ++i) {
        y[i] = all[i];
        y[4 + i] = some[i];
    }
}
