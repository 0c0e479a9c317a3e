//@ run: -T lib_6_6
// Errors fail the tests that have them, and no others.
#ifdef HLSL_TEST
float half_of(float x) { return x / 2; }
template<typename T> T nothing_of(T x) { return x.nothing; }
[[test]] void good() { check(half_of(3) == 1.5); }
[[test]] void unknown() { check(half_off(3) == 1.5); }
[[test]] void unparsed() { check(1 == 1) int x; }
[[test]] void in_a_template() { check(nothing_of(1.0f) == 2); }
[[test]] [[case(1)]] [[case(unknown_value)]] void cases(int n) { check(n == 1); }
[[test]] void without_values(int n) { check(n == 1); }
[[test]] [[threads(many)]] void wrong_threads() { check(true); }
[[test]] [[compile_fails]] void expected() { int a = nothing; }
[[test]] [[compile_fails("E2001")]] void expected_code() { int a = nothing; }
[[test]] [[compile_fails("E2009")]] void other_code() { int a = nothing; }
[[test]] [[compile_fails]] void compiles() { }
[[test]] [[types(float)]] void no_template() { }
template<typename T> [[test]] [[types(float, int)]] void of_types() { T x = 1; check(x.nothing == 1); }
[[test]] void also_good() { section("one") { check(half_of(1) == 0.5); } section("two") { check(half_of(1) < 1); } }
#endif
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
