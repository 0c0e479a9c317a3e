//@ run: -T cs_6_6 -HV 202x -enable-16bit-types
//@ in: r = u32:0*18
//@ dispatch: 1
//@ out: r = u32:0x7f7fffff,0x00800000,0xff7fffff,0x00000001,0x7f800000,0xff800000,0x7fffffff,0x80000000,0xffffffff,0,0x7fff,0xffff8000,0x7bff,0x0400,1,0,0x7fefffff,1

// The limits of scalar types, which are constants.
RWStructuredBuffer<uint> r;
static uint list[hlsl::numeric_limits<bool>::max() + 1];
using namespace hlsl;

[numthreads(1, 1, 1)]
void main() {
    r[0] = asuint(hlsl::numeric_limits<float>::max());
    r[1] = asuint(hlsl::numeric_limits<float>::min());
    r[2] = asuint(hlsl::numeric_limits<float>::lowest());
    r[3] = asuint(hlsl::numeric_limits<float>::denorm_min());
    r[4] = asuint(hlsl::numeric_limits<float>::infinity());
    r[5] = asuint(hlsl::numeric_limits<float>::negative_infinity());
    r[6] = hlsl::numeric_limits<int>::max();
    r[7] = hlsl::numeric_limits<int>::lowest();
    r[8] = numeric_limits<uint>::max();
    r[9] = hlsl::numeric_limits<uint>::infinity();
    r[10] = hlsl::numeric_limits<int16_t>::max();
    r[11] = (int)hlsl::numeric_limits<int16_t>::min();
    r[12] = asuint16(hlsl::numeric_limits<half>::max());
    r[13] = asuint16(hlsl::numeric_limits<half>::min());
    r[14] = isnan(hlsl::numeric_limits<float>::quiet_NaN());
    r[15] = hlsl::numeric_limits<int>::quiet_NaN();
    uint low;
    asuint(hlsl::numeric_limits<double>::max(), low, r[16]);
    r[17] = low == numeric_limits<uint>::max();
}
