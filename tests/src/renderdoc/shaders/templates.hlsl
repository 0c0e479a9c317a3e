//@ run: -T cs_6_0 -HV 2021
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:8,10,12,14,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

namespace maths {
    enum Kind { Plain, Twice };
    template<typename T> struct Pair {
        T x;
        T y;
        T both(Kind kind) {
            T sum = x + y;
            return kind == Twice ? sum * 2 : sum;
        }
    };
}
template<typename T> T largest(T a, T b) {
    T result = a;
    if (b > a)
        result = b;
    return result;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    maths::Pair<int> p;
    p.x = input[id.x];
    p.y = input[2];
    int w = p.both(maths::Twice);
    float m = largest<float>(w, 2.5);
    output[id.x] = m;
}
