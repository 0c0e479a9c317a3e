//@ run: -T lib_6_6 -enable-16bit-types
// hlsl2spirv: -T lib_6_6 -enable-16bit-types
// Each assertion of each kind of number, where it holds.
#include "shapes.hlsli"
enum Color { Red, Green = 5 };
enum class Mode : uint { Fast = 2, Slow };
struct Pair { int first; int second; bool operator==(Pair other) { return first == other.first && second == other.second; } };
bool is_even(int n) { return n % 2 == 0; }

[[test]] void scalars() {
    check(1 < 2);
    check(is_even(4));
    check(!is_even(3) && is_even(2));
    check(0.1h == half(0.1));
    check(int16_t(-3) < int16_t(2));
    check(uint16_t(3) != uint16_t(2));
    check(int64_t(1) << 40 == 1099511627776ll);
    check(uint64_t(5) >= 5);
    check(1.5l * 2 == 3.0l);
    check((Color)5 == Green);
    check(Mode::Slow != Mode::Fast);
    check_near(1.0f / 3, 0.333333, 1e-5);
    check_near(2, 3, 1);
    check_near(1.0 / 0.0, 1.0 / 0.0, 0);
}
[[test]] void shapes() {
    float3 v = float3(1, 2, 3);
    float2x2 m = float2x2(1, 2, 3, 4);
    check(v == float3(1, 2, 3));
    check(all(v > 0));
    check(any(v > 2));
    check(m == float2x2(1, 2, 3, 4));
    check_near(v, float3(1, 2, 3.001), 0.01);
    check_near(m, m + 0.5, 0.5);
    check((bool2)1);
    Pair a = { 1, 2 };
    check(a == a);
}
[[test]] void operands_are_evaluated_once() {
    int n = 0;
    check(n++ == 0);
    check(++n == 2, "n is %d", n);
    check_near(n++, 2, 0);
    check(n == 3);
}
[[test]] [[case(1, 2)]] [[case(-1, 0)]] [[case(Red, Green - 4)]] void successors(int a, int b) { check(a + 1 == b); }
template<typename T> [[test]] [[types(float, int, half, vector<float, 2>)]] void sums() { check((T)1 + (T)1 == (T)2); }
template<typename T> [[test("products")]] [[case(3, 9)]] [[types(uint)]] void products(T a, T b) { check(a * a == b); }
namespace outer { namespace inner { [[test]] void named() { check(true); } } }
[[test("a name with spaces")]] void other() { require(1 == 1); }
[[test]] void sections() {
    int depth = 1;
    section("left") {
        depth++;
        section("deep") { check(depth == 2); }
        section("deeper") { depth++; check(depth == 3); }
    }
    section("right") { check(depth == 1); }
}
[[test]] [[fails]] void failing() { check(1 > 2); }
[[test]] [[fails]] void failing_at_once() { fail("it does"); }
[[test]] [[skip("needs a sampler")]] void later() { fail(); }
[[test]] [[skip]] void much_later() { fail(); }
groupshared int sum;
[[test]] [[threads(64)]] [[groups(2)]] void barriers(uint index : SV_GroupIndex, uint3 group : SV_GroupID, uint3 id : SV_DispatchThreadID) {
    if (index == 0)
        sum = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(sum, 1);
    GroupMemoryBarrierWithGroupSync();
    check(sum == 64);
    check(group.x * 64 + index == id.x);
}
[[test]] [[threads(8, 4)]] [[tag("waves", "slow")]] void waves(uint3 thread : SV_GroupThreadID) { check(WaveActiveAnyTrue(thread.x == 7)); }
[[test]] void in_a_header() { check(area(float2(2, 3)) == 6); }
[[property(2000)]] void commutes(int a, int b) { check(a + b == b + a); }
[[property]] [[case(0, 1)]] void in_range([[range(-1, 1)]] float a, [[range(3, 9)]] uint n) { check(abs(a) <= 1); check(n <= 9); }
[[property]] void chosen([[one_of(1, 2, 4)]] int n, bool b) { check((n & (n - 1)) == 0); check(b || !b); }
[[property]] void finite(float3 v, double d, half h, int64_t i, uint16_t u, float2x3 m) {
    check(all(isfinite(v)));
    check(d == d);
    check(isfinite(h));
    check(i >= 0 || i < 0);
    check(u <= 65535);
    check(all(isfinite(m[0])) && all(isfinite(m[1])));
}
[[property]] void assumed(int a) { assume(a > 0); check(a >= 1); }
template<typename T> [[property(100)]] [[types(int, float)]] void twice(T a) { assume(a < 1000 && a > -1000); check(a + a == 2 * a); }
struct Scale { float by; uint2 size; };
[[vk::push_constant]] ConstantBuffer<Scale> scale;
[[test]] [[bind("scale", "{by: 2, size: [3, 4]}")]] void pushed() { check(scale.by == 2 && all(scale.size == uint2(3, 4))); }
[[test]] [[bind("scale", "f32:0.5")]] void pushed_numbers() { check(scale.by == 0.5); }
[[test]] void not_pushed() { check(scale.by == 0); }
[[test]] [[threads(4, 2)]] void fewer_components(uint2 id : SV_DispatchThreadID, int thread : SV_GroupThreadID) {
    check(all(id < uint2(4, 2)) && thread == (int)id.x);
}
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
