// The first set bits of integers of 16 and 64 bits, which SPIR-V counts in 32.
//@ run: -T cs_6_2 -enable-16bit-types
//@ in: wide = u64:0,1,0x80000000,0x100000000,0x8000000000000000,0xffffffffffffffff,0xfffffffefffffff0
//@ in: narrow = u16:0,1,0x8000,0xffff,0xfff0,0x0100
//@ in: result = u32:0*52
//@ dispatch: 1
//@ out: result = u32:0xffffffff,0xffffffff,0xffffffff,0,0,0,31,31,31,32,32,32,63,62,63,63,0xffffffff,0,63,32,4,5,63,32,0xffffffff,0xffffffff,0xffffffff,0,0,0,15,14,15,15,0xffffffff,0,15,3,4,8,8,8,40,62,0
//@ run: -T cs_6_2 -enable-16bit-types -O0
//@ in: wide = u64:0,1,0x80000000,0x100000000,0x8000000000000000,0xffffffffffffffff,0xfffffffefffffff0
//@ in: narrow = u16:0,1,0x8000,0xffff,0xfff0,0x0100
//@ in: result = u32:0*52
//@ dispatch: 1
//@ out: result = u32:0xffffffff,0xffffffff,0xffffffff,0,0,0,31,31,31,32,32,32,63,62,63,63,0xffffffff,0,63,32,4,5,63,32,0xffffffff,0xffffffff,0xffffffff,0,0,0,15,14,15,15,0xffffffff,0,15,3,4,8,8,8,40,62,0
StructuredBuffer<uint64_t> wide;
StructuredBuffer<uint16_t> narrow;
RWStructuredBuffer<uint> result;

[numthreads(1, 1, 1)]
void main() {
    uint at = 0;
    for (uint i = 0; i < 7; ++i) {
        result[at++] = firstbithigh(wide[i]);
        result[at++] = firstbithigh((int64_t)wide[i]);
        result[at++] = firstbitlow(wide[i]);
    }
    uint64_t2 both = uint64_t2(wide[5], wide[3]);
    uint2 found = firstbithigh(both);
    result[21] = firstbitlow((int64_t)wide[6] << 1);
    result[22] = found.x;
    result[23] = found.y;
    at = 24;
    for (uint k = 0; k < 6; ++k) {
        result[at++] = firstbithigh(narrow[k]);
        result[at++] = firstbithigh((int16_t)narrow[k]);
        result[at++] = firstbitlow(narrow[k]);
    }
    result[42] = firstbithigh(1ull << 40);
    result[43] = firstbithigh(-0x7fffffffffffffffll);
    result[44] = firstbitlow((int16_t)1);
}
