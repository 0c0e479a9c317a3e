//@ run: -T cs_6_6 -HV 2021
//@ dispatch: 1 1 1
//@ in: got = u32:0*7
//@ out: got = u32:2,3,1,1,0,1,0
#include <type_traits>
#include <vector_utils>
RWStructuredBuffer<uint> got : register(u0);
[numthreads(1, 1, 1)]
void main() {
    uint4 all = uint4(1, 2, 3, 4);
    uint2 middle = hlsl::slice<1, 2>(all);
    got[0] = middle.x;
    got[1] = middle.y;
    got[2] = hlsl::slice<1>(all).x;
    got[3] = hlsl::is_same<uint, uint>::value;
    got[4] = hlsl::is_signed<uint>::value;
    got[5] = hlsl::is_arithmetic_vector<float3>::value;
    got[6] = hlsl::is_arithmetic<bool>::value;
}
