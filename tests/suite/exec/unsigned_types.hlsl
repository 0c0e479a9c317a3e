//@ run: -T cs_6_2 -enable-16bit-types -Wno-conversion
//@ in: o = u32:0*4
//@ dispatch: 1
//@ out: o = u32:1,1,1,1
//@ run: -T cs_6_0 -DOLD -Wno-conversion
//@ in: o = u32:0*4
//@ dispatch: 1
//@ out: o = u32:1,1,1,1

// `unsigned` makes an unsigned type of each signed one, on either side of it.
RWStructuredBuffer<uint> o : register(u0);

bool is_large(const int unsigned number) { return number / 2 > 5; }

[numthreads(1, 1, 1)]
void main() {
    int minus = -int(o[0]) - 1;
    unsigned int a = minus;
    unsigned int2 b = minus;
    int2 unsigned e = minus, f = e;
#ifdef OLD
    unsigned min16int c = minus;
    unsigned min12int d = minus;
#else
    unsigned int16_t c = minus;
    unsigned int64_t d = minus;
#endif
    o[0] = a > 5 && is_large(minus);
    o[1] = b.y / 2 > 5 && f.y / 2 > 5;
    o[2] = c > 5;
    o[3] = d > 5;
}
