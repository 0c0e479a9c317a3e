// Values become long vectors and long vectors other values.
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3
//@ in: data = f32:1,2,3,4,5,6
//@ in: result = f32:0*78
//@ dispatch: 1 1 1
//@ out: result = f32:1,2,3,4,5,6,6,5,4,3,2,1,8,9,10,11,12,13,1,2,3,4,5,6,5,6,1,1,2,3,1,2,3,5,1,2,1,2,3,4,4,6,1,6,12,24,35,54,1,0,1,1,1,1,2,2,2,2,2,2,2,4,6,8,10,12,98,99,100,101,102,103,7,8,9,10,11,12
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -Od
//@ in: data = f32:1,2,3,4,5,6
//@ in: result = f32:0*78
//@ dispatch: 1 1 1
//@ out: result = f32:1,2,3,4,5,6,6,5,4,3,2,1,8,9,10,11,12,13,1,2,3,4,5,6,5,6,1,1,2,3,1,2,3,5,1,2,1,2,3,4,4,6,1,6,12,24,35,54,1,0,1,1,1,1,2,2,2,2,2,2,2,4,6,8,10,12,98,99,100,101,102,103,7,8,9,10,11,12
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector
//@ in: data = f32:1,2,3,4,5,6
//@ in: result = f32:0*78
//@ dispatch: 1 1 1
//@ out: result = f32:1,2,3,4,5,6,6,5,4,3,2,1,8,9,10,11,12,13,1,2,3,4,5,6,5,6,1,1,2,3,1,2,3,5,1,2,1,2,3,4,4,6,1,6,12,24,35,54,1,0,1,1,1,1,2,2,2,2,2,2,2,4,6,8,10,12,98,99,100,101,102,103,7,8,9,10,11,12
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
//@ run: -T cs_6_9 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_long_vector -Od
//@ in: data = f32:1,2,3,4,5,6
//@ in: result = f32:0*78
//@ dispatch: 1 1 1
//@ out: result = f32:1,2,3,4,5,6,6,5,4,3,2,1,8,9,10,11,12,13,1,2,3,4,5,6,5,6,1,1,2,3,1,2,3,5,1,2,1,2,3,4,4,6,1,6,12,24,35,54,1,0,1,1,1,1,2,2,2,2,2,2,2,4,6,8,10,12,98,99,100,101,102,103,7,8,9,10,11,12
//@ only on the CPU: drivers may lack SPV_EXT_long_vector
#include <vector_utils>
StructuredBuffer<float> data : register(t0);
RWStructuredBuffer<float> result : register(u1);
struct Mixed { float2 a; int b; float c[3]; };
typedef vector<float, 6> six;
template <typename T, int N> vector<T, N> reversed(vector<T, N> v) {
    vector<T, N> r;
    for (int k = 0; k < N; k++) r[k] = v[N - 1 - k];
    return r;
}
float which(vector<float, 5> v) { return 5; }
float which(vector<float, 6> v) { return 6; }
static const vector<float, 6> table[2] = { { 1, 2, 3, 4, 5, 6 }, (six)7 };
static uint at = 0;
void put(six v) { for (uint k = 0; k < 6; k++) result[at++] = v[k]; }

[numthreads(1, 1, 1)]
void main() {
    float list[6] = { data[0], data[1], data[2], data[3], data[4], data[5] };
    six v = (six)list;
    put(v);
    put(reversed(v));
    Mixed mixed = (Mixed)v;
    put((six)mixed + table[1]);
    float2x3 matrix6 = (float2x3)v;
    put((six)matrix6);
    six joined = { hlsl::slice<4, 2>(v), v[0], hlsl::slice<3>(v) };
    put(joined);
    put(six(1, float2(2, 3), joined[0], hlsl::slice<2>(v)));
    float4 cut = (float4)v;
    put(six(cut, cut.w, which(v)));
    put(table[(uint)v[0] - 1] * (vector<int, 6>)(v * 1.5));
    put((six)(vector<bool, 6>)(v - 2));
    put(v[1]);
    vector<half, 6> h = (vector<half, 6>)v;
    put(h * (half)2);
    put(mul((float3x3)1, (float3)v).x + dot(v, v) + (six)(vector<min16int, 6>)v);
    float back[6] = (float[6])v;
    put(back[5] + asfloat(asuint(v)));
}
