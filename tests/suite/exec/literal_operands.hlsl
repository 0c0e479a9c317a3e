//@ run: -T cs_6_2 -enable-16bit-types -no-warnings
//@ only on the CPU: drivers need not have doubles
//@ in: b = u32:0,1,5
//@ in: o = u32:0*24
//@ in: f = f32:0*12
//@ dispatch: 1
//@ out: o = u32:2,1,3,7,4294967293,3,2,5,11718750,2000000000,1,7,25000,1,8,4294967293,7,64,5,2,58593750,30,55,77
//@ out: f = f32:4,4,4,4,5.6e9,2e9,6,4.75,3,4,1.5,5
//@ run: -T cs_6_2 -enable-16bit-types -no-warnings -fcgl
//@ in: b = u32:0,1,5
//@ in: o = u32:0*24
//@ in: f = f32:0*12
//@ dispatch: 1
//@ out: o = u32:2,1,3,7,4294967293,3,2,5,11718750,2000000000,1,7,25000,1,8,4294967293,7,64,5,2,58593750,30,55,77
//@ out: f = f32:4,4,4,4,5.6e9,2e9,6,4.75,3,4,1.5,5
//@ run: -T cs_6_2 -enable-16bit-types -no-warnings -D KNOWN
//@ in: b = u32:0,1,5
//@ in: o = u32:0*24
//@ in: f = f32:0*12
//@ dispatch: 1
//@ out: o = u32:2,1,3,7,4294967293,3,2,5,11718750,2000000000,1,7,25000,1,8,4294967293,7,64,5,2,58593750,30,55,77
//@ out: f = f32:4,4,4,4,5.6e9,2e9,6,4.75,3,4,1.5,5

// An operator on literals is one on integers or floats as its operands say, wherever its result goes.
RWStructuredBuffer<uint> o : register(u0);
RWStructuredBuffer<float> f : register(u1);
StructuredBuffer<uint> b : register(t2);

static const uint TABLE[4] = { 10, 20, 30, 40 };
uint same(uint x) { return x; }

[numthreads(1, 1, 1)]
void main() {
#ifdef KNOWN
    const bool c = false, d = true;
#else
    bool c = b[0] != 0, d = b[1] != 0;
#endif
    o[0] = (c ? 1.5 : 0.5) * 4;
    int x = (d ? 2 : 3) * 0.5;
    o[1] = x;
    o[2] = (uint)((c ? 1.5 : 2.5) + 0.5);
    o[3] = (c ? 2.5 : 3.5) * (d ? 2 : 3);
    o[4] = (c ? 5 : -7) / 2;
    if ((c ? 0.5 : 0.25) * 1) o[5] = 3;
    o[6] = (c ? 1 : 2) & 3;
    uint3 u = uint3((c ? 1.5 : 0.5) * 4, (d ? 7 : 9) / 2, 1);
    o[7] = u.x + u.y;
    uint64_t q = (c ? 5000000000 : 6000000000) / 2;
    o[8] = (uint)(q >> 8);
    uint r = (c ? 3000000000 : 4000000000) / 2;
    o[9] = r;
    o[10] = (c ? 3000000000 : 1) < (d ? 5 : 4) ? 1 : 2;
    o[11] = (c ? 3000000000 : 4000000000) > 1 ? 7 : 8;
    int16_t s = (c ? 40000 : 50000) / 2;
    o[12] = (uint)s;
    if (c ? 0x100000000 : 0x200000000) o[13] = 1; else o[13] = 2;
    o[14] = max((c ? 7 : 9) / 2, 3.5) * 2;
    o[15] = ~(c ? 1 : 2);
    o[16] = -(c ? 0.75 : 3.5) * -2;
    o[17] = (c ? 1 : 2) << b[2];
    o[18] = (c ? 1 : 3, (d ? 2.5 : 1.5) * 2);
    o[19] = !((c ? 0.5 : 0.0) * 1) ? 2 : 1;
    uint64_t wide = (c ? 1.5 : 5000000000.0) * 3;
    o[20] = (uint)(wide >> 8);
    o[21] = TABLE[(c ? 1.5 : 0.5) * 4];
    o[22] = 5;
    o[22] *= (c ? 3.5 : 5.5) * 2;
    switch ((c ? 7 : 9) / 2) {
    case 4: o[23] = same((c ? 1.5 : 38.5) * 2); break;
    default: o[23] = 1; break;
    }

    f[0] = (c ? 7 : 9) / 2;
    f[1] = select(c, 7, 9) / 2;
    f[2] = f[3] + (c ? 7 : 9) / 2;
    float3 v = (c ? 7 : 9) / 2;
    f[3] = v.y;
    double e = (c ? 70000 : 80000) * 70000;
    f[4] = (float)e;
    f[5] = (c ? 3000000000 : 4000000000) * 0.5;
    float2x2 m = (c ? 7 : 9) / 2 * 1.5;
    f[6] = m[1][1];
    f[7] = select(bool2(c, d), 7, 9.5).x / 2;
    f[8] = lerp((c ? 1 : 3) / 2, 5, 0.5);
    float list[2] = { (c ? 7 : 9) / 2, 1 };
    f[9] = list[b[0]];
    half h = (c ? 1 : 3) / 2.0;
    f[10] = h;
    f[11] = (c ? 5 : 11) / 2;
}
