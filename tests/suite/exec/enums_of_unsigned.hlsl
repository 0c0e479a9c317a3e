//@ run: -T cs_6_0
//@ only on the CPU: drivers need not have doubles
//@ in: b = u32:0xF0000000,1
//@ in: p = u32:0x5d
//@ in: o = u32:0*16
//@ dispatch: 1
//@ out: o = u32:0x4F700000,0,0x4F700000,13,1,0xF000000,0x78000000,4026531840,0xF0000000,0,0x4F700000,0xF0000000,0x78000000,1,0xF0000000,0xFFFFFFFD
//@ run: -T cs_6_0 -fcgl
//@ in: b = u32:0xF0000000,1
//@ in: p = u32:0x5d
//@ in: o = u32:0*16
//@ dispatch: 1
//@ out: o = u32:0x4F700000,0,0x4F700000,13,1,0xF000000,0x78000000,4026531840,0xF0000000,0,0x4F700000,0xF0000000,0x78000000,1,0xF0000000,0xFFFFFFFD

// What is above the largest int stays above zero: converted, in bit-fields, and in operators.
enum Mask : uint { High = 0xF0000000, Low = 2 };
enum Offset : int { Below = -3 };
struct Packed {
    Mask mask : 4;
    uint rest : 4;
};

StructuredBuffer<Mask> b : register(t0);
StructuredBuffer<Packed> p : register(t1);
RWStructuredBuffer<uint> o : register(u2);

[numthreads(1, 1, 1)]
void main() {
    Mask mask = b[0];
    float single = mask;
    o[0] = asuint(single);
    uint64_t wide = mask;
    o[1] = (uint)(wide >> 32);
    double twice = mask;
    o[2] = asuint((float)twice);
    o[3] = p[0].mask;
    o[4] = mask > Low ? 1 : 2;
    o[5] = mask >> 4;
    o[6] = mask / 2;
    o[7] = (Mask)single;
    o[8] = max(mask, Low);
    int64_t is_signed = mask;
    o[9] = (uint)(is_signed >> 32);
    float3 all = mask;
    o[10] = asuint(all.y);
    uint3 same = mask;
    o[11] = same.z;
    o[12] = mask * 0.5;
    bool any = mask;
    o[13] = any;
    uint2 pair = uint2(mask, 1);
    o[14] = pair.x;
    Offset below = b[1] ? Below : (Offset)1;
    float minus = below;
    o[15] = uint(int(minus));
}
