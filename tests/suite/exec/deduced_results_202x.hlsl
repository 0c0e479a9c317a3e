//@ run: -T cs_6_6 -HV 202x
//@ in: r = f32:0*7
//@ dispatch: 1
//@ out: r = f32:4,3,7,2,5,6,11

// The result of a function declared `auto` has the type of its values.
RWStructuredBuffer<float> r;

auto twice(float x) { return x * 2; }
auto chained(float x) { return twice(x) + twice(x + 1); }
auto nothing(float x) { r[1] = x; }
auto whole(bool which) { if (which) return 7; return 8; }
template<typename T> auto sum(T a, T b) { return a + b; }
struct S {
    float2 v;
    auto larger() { return max(v.x, v.y); }
    static auto five() { return 5; }
};

[numthreads(1, 1, 1)]
void main() {
    r[0] = twice(2);
    nothing(3);
    r[2] = whole(true) + 0.0 * (whole(true) / 2);
    S s;
    s.v = float2(1, 2);
    r[3] = s.larger();
    r[4] = S::five();
    r[5] = sum(float3(1, 2, 3), float3(1, 1, 1)).y + sum(1, 2);
    decltype(twice(1)) x = 1.5;
    r[6] = chained(2) + x - 0.5;
}
