//@ run: -T cs_6_10 -E main -fspv-target-env=vulkan1.3
//@ in: values = f32:0.5,1.5,2.5,30000001024.0,448.0,464.0,0.001953125,-0.0009765625,57344.0,65536.0,9.999999747378752e-06,-0.75,1.00390625,1.01171875,nan,-30000001024.0,465.0,-1.0625,1.1875,0.0029296875,61440.0,61439.0,-0.875,7.62939453125e-06,0.30000001192092896,100.0,-7.0,300.0
//@ in: result = u32:0*42
//@ in: codes = u32:0*3
//@ dispatch: 1
//@ out: result = u32:2135047216,2084650552,1069563648,1356873760,2147581566,2484625247,1139295200,3128965888,3019931519,3120659579,1199589216,3208656680,4286527544,4236196924,1065500544,3504373696,37402751,440253535,3213378536,994066328,11960191,12286844,1198540656,922795872,2043571242,1573344821,1120419482,1133953248,2,2130838016,464,32639,65536,4278222719,1,2147483905,4294967295,130943,61439,16744319,100,2147050496
//@ out: codes = u32:256,256,0
// Conversions between the formats of matrices: to the nearest even number, and integers saturate.
#include <dx/linalg.h>
using namespace dx::linalg;

StructuredBuffer<float> values;
RWStructuredBuffer<uint> result;
RWStructuredBuffer<uint> codes;

float4 four(uint first) { return float4(values[first], values[first + 1], values[first + 2], values[first + 3]); }

// Each number of eight bits comes back from a float, but for the codes of NaN, which become one.
template <ComponentEnum Format> uint same() {
    uint count = 0;
    for (uint code = 0; code < 256; code++) {
        float4 wide = Convert<ComponentType::F32, Format>((vector<uint, 1>)code).Data;
        uint back = Convert<Format, ComponentType::F32>(wide).Data[0] & 255;
        count += back == code || (isnan(wide[0]) && back == ((code & 0x80) | 0x7f));
    }
    return count;
}

[numthreads(1, 1, 1)]
void main() {
    uint at = 0;
    for (uint i = 0; i < 7; i++) {
        const float4 from = four(i * 4);
        result[at++] = Convert<ComponentType::F8_E4M3FN, ComponentType::F32>(from).Data[0];
        result[at++] = Convert<ComponentType::F8_E5M2, ComponentType::F32>(from).Data[0];
        const uint2 sixteen = Convert<ComponentType::BFloat16, ComponentType::F32>(from).Data;
        result[at++] = sixteen[0];
        result[at++] = sixteen[1];
    }
    for (uint j = 0; j < 7; j++) {
        const float4 from = four(j * 4);
        result[at++] = Convert<ComponentType::I32, ComponentType::F32>(from).Data[1];
        result[at++] = Convert<ComponentType::I8, ComponentType::F32>(from).Data[0];
    }
    codes[0] = same<ComponentType::F8_E4M3FN>();
    codes[1] = same<ComponentType::F8_E5M2>();
}
