//@ run: -T lib_6_6 -enable-16bit-types
// hlsl2spirv: -T lib_6_6 -enable-16bit-types
// Each assertion, where it does not hold.
enum Color { Red, Green = 5 };
struct Pair { int first; int second; bool operator==(Pair other) { return first == other.first; } };
bool is_even(int n) { return n % 2 == 0; }
#define TWICE(x) ((x) + (x))
#ifdef HLSL_TEST
void helper(int n) { check(n == 7, "in a helper"); }
#endif

[[test]] void scalars() {
    check(2 < 1);
    check(is_even(3));
    check(!is_even(2));
    float third = 1.0f / 3;
    check(third == 0.33333334f + 3e-8f);
    int zero = 0;
    bool no = false;
    check(no == true);
    check(half(zero + 0.1) > 1);
    check(int16_t(zero - 3) >= int16_t(2));
    check(uint16_t(zero + 3) == uint16_t(2));
}
[[test]] void long_scalars() {
    int zero = 0;
    check(int64_t(zero - 1) << 40 == 5ll);
    check(uint64_t(zero) - 1 < 5);
    check(1.5l + zero == 3.25l);
    check((Color)zero == Green);
    check_near(zero + 1.0, 1.5, 0.25);
    check_near(zero, 3, 2, "far by %d", 3 - zero);
    check(-0.0 * 1.0 / zero > 1);
}
[[test]] void shapes() {
    int zero = 0;
    float3 v = float3(1, 2, 3 + zero);
    check(v == float3(1, 2, 4));
    check(all(v < 3));
    check(any(v > 5));
    check(float2x2(1, 2, 3, zero) == float2x2(1, 2, 3, 4));
    check_near(v, float3(1, 2, 3.5), 0.25);
    Pair a = { zero, 2 }, b = { 1, 2 };
    check(a == b);
    check(bool2(true, zero));
}
[[test]] void ends() { int n = 0; check(n == 1); require(n++ == 4, "after this nothing counts"); check(n == 9); }
[[test]] void elsewhere() { helper(3); check(TWICE(2) == 5); fail("%d and %s", 1, "text"); fail(); }
[[test]] [[case(1)]] [[case(2)]] void cases(int n) { check(n == 2); }
[[test]] [[fails]] void holds() { check(true); }
[[test]] void sections() {
    section("good") { check(true); }
    section("bad") { check(false); printf("seen %d", 5); }
}
[[test]] [[threads(4, 2)]] [[groups(2)]] void threads(uint3 id : SV_DispatchThreadID) { check(id.x + id.y < 7); }
[[test]] [[threads(64)]] void many(uint index : SV_GroupIndex) { check(index > 63); }
[[property(500)]] void limit(int a, float f) { check(a < 1234); }
[[property]] void fractions([[range(-10, 10)]] float2 v) { check(v.x <= 2.5 || v.y > 100); }
[[property]] void chosen([[one_of(1, 2, 3)]] uint n, bool b) { check(n != 2 || !b); }
[[property]] void special([[any]] float f) { check(f == f); }
[[property(1000)]] void refused(int a) { assume(a == 123456789); }
[[property(1000)]] void wide(uint64_t n, int64_t m, double d) { check(n < 0x100000000ull); }
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
