//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3
//@ in: s = u32:0x0305ff80,0x04030201,0x00fdfeff,0x0107fe81,0x14131211,0x00616263
//@ in: b = u32:0xaaaaaaaa*8
//@ in: bytes = u32:0xbbbbbbbb,0xbbbbbbbb
//@ in: c = u32:0x00fe0203,0x00000000,0x00000000,0x00000000,0x00000007,0x00000000,0x00000000,0x00000000,0x00000009,0,0,0,0x000000fb
//@ in: r = i32:0*15
//@ dispatch: 1
//@ out: r = i32:128,-1,1,4,-3,-17,1,254,6,19,254,7,9,3,-5
//@ out: b = u32:0xaaaa07aa,0x04030201,0x0305ff80,0x04030201,0xaafdfeff,0xaaaaaaaa,0x04030201,0xaaaaaaaa
//@ out: bytes = u32:0xbb01fe02,0xbbbbbbbb

// Numbers of 8 bits take one byte of memory of each kind, and leave the bytes beside them.
struct S {
    uint8_t a;
    int8_t b;
    uint16_t c;
    uint8_t4 d;
    int8_t e[3];
};

StructuredBuffer<S> s : register(t0);
RWByteAddressBuffer b : register(u1);
RWStructuredBuffer<uint8_t> bytes : register(u2);
cbuffer c : register(b3) {
    uint8_t ca;
    int8_t2 cb;
    uint8_t cc[2];
    int8_t cd;
};
RWStructuredBuffer<int> r : register(u4);
groupshared uint8_t4 shared_bytes[2];

int8_t sum(S s) { return s.e[0] + s.e[1] + s.e[2]; }

[numthreads(1, 1, 1)]
void main() {
    r[0] = s[0].a;
    r[1] = s[0].b;
    r[2] = s[0].d.x;
    r[3] = s[0].d.w;
    r[4] = s[0].e[2];
    // 0x11 bytes of the second element.
    r[5] = -(int8_t)s[1].d.x;
    r[6] = sum(s[1]) == (int8_t)(0x61 + 0x62 + 0x63);
    b.Store<uint8_t>(1, (uint8_t)7);
    b.Store<uint8_t4>(4, s[0].d);
    b.Store<S>(8, s[0]);
    uint8_t4 whole = b.Load<uint8_t4>(12);
    b.Store<uint8_t4>(24, whole);
    r[7] = b.Load<uint8_t>(17);
    bytes[0] = (uint8_t)cb.x;
    bytes[1] = (uint8_t)cb.y;
    bytes[2] = bytes[0] - (uint8_t)1;
    shared_bytes[1] = whole.wzyx;
    shared_bytes[0] = shared_bytes[1] + whole;
    r[8] = shared_bytes[0].y + shared_bytes[1].w;
    r[9] = s[1].d.z;
    r[10] = bytes[1];
    r[11] = cc[0];
    r[12] = cc[1];
    r[13] = ca;
    r[14] = cd;
}
