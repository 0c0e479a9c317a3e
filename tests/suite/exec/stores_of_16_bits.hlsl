//@ run: -T cs_6_2 -enable-16bit-types
//@ in: b = u32:0xaaaabbbb,0xaaaabbbb,0xaaaabbbb,0xaaaabbbb
//@ dispatch: 1
//@ out: b = u32:0xaaaa3c00,0x0007bbbb,0x40003c00,0xaaaa0003

// A number of 16 bits takes two bytes of a byte buffer, in either half of a word, and leaves the two beside it.
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main() {
    b.Store<float16_t>(0, float16_t(1));
    b.Store<uint16_t>(6, uint16_t(7));
    b.Store<vector<float16_t, 2> >(8, vector<float16_t, 2>(1, 2));
    b.Store<uint16_t>(12, b.Load<uint16_t>(6) - uint16_t(4));
}
