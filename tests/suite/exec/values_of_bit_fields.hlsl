// The value of an assignment to a bit-field is that of the field afterwards, cut to its bits.
//@ run: -T cs_6_0
//@ run: -T cs_6_0 -O0
//@ in: given = u32:0x1234567b,0x9abcde,0xffffff5b
//@ in: result = u32:0*18
//@ dispatch: 1
//@ out: result = u32:157,157,222,222,224,12,0xfffffffb,4,192,192,0,0,255,0,255,255,222,222
struct Fields {
    uint a : 8;
    uint b : 8;
    uint c : 16;
    int d : 4;
    int e : 28;
};

StructuredBuffer<uint> given;
RWStructuredBuffer<uint> result;

[numthreads(1, 1, 1)]
void main() {
    Fields s = (Fields)0;
    s.a = given[0];
    result[0] = (s.a *= 199u);
    result[1] = s.a;
    result[2] = (s.a = given[1]);
    result[3] = s.a++;
    result[4] = ++s.a;
    result[5] = (s.a += 300u);
    result[6] = (s.d = (int)given[2]);
    result[7] = (s.d += 9);
    result[8] = (s.a <<= 4);
    result[9] = s.a;
    s.a = 255;
    result[10] = ++s.a;
    result[11] = s.a;
    s.a = 255;
    result[12] = s.a++;
    result[13] = s.a;
    s.a = 0;
    result[14] = --s.a;
    result[15] = s.a;
    uint x = s.a = s.b = given[1];
    result[16] = x;
    result[17] = s.a;
}
