//@ run: -T cs_6_0
// A helper of tests that is compiled without them, and a test, which is not.
float twice(float x) { return x + x; }
void examine(float x) {
    check(twice(x) == 2 * x);
//~ ^ error[E6650]: 'check' is available in tests only
    assume(x > 0);
//~ ^ error[E6650]: 'assume' is available in tests only
}
[[test]] void doubles() { check(twice(3) == 6); section("more") { require(twice(0) == 0); } }
[numthreads(1, 1, 1)] void main() { }
//~? note: 'hlsl2spirv test' defines HLSL_TEST; use '#ifdef HLSL_TEST' around functions for tests
//~? note: 'hlsl2spirv test' defines HLSL_TEST; use '#ifdef HLSL_TEST' around functions for tests
