//@ run: -T lib_6_6
// Tests with the attributes and assertions of HLSLInterpreter.
#ifdef HLSL_TEST
#include "HLSLTest.hlsl"
groupshared uint4 lanes;
[Test] void asserts() {
    ASSERT(1 + 1 == 2);
    ASSERT_MSG(sqrt(4.0) == 2.0, "a message");
    ASSERT_EQUAL(float2(1, 2), float2(1, 2));
    ASSERT_NEAR(sqrt(2.0), 1.4142, 0.001);
    ASSERT_UNIFORM(42.0);
    ASSERT_VARYING(WaveGetLaneIndex());
}
// Vectors as conditions: the language is that of 2018.
[Test] void old_language() { bool2 c = bool2(true, false); int2 r = c ? int2(1, 2) : 7; ASSERT(r == int2(1, 7)); }
[Test] void waves_of_four() { uint lane = WaveGetLaneIndex(); lanes[lane] = lane; ASSERT(lanes == uint4(0, 1, 2, 3)); }
[Test] [WarpSize(1, 1)] void alone() { ASSERT_EQUAL(WaveGetLaneCount(), 1u); }
[Test] void passes() { if (sqrt(4.0) == 2.0) PASS_TEST; else FAIL_TEST; FAIL_TEST_MSG("not reached"); }
[Test] [TestCase(2)] [TestCase(3)] void even(int n) { if (n % 2 != 0) IGNORE_TEST_MSG("odd"); ASSERT(n % 2 == 0); }
[Test] [Ignore("later")] [Category("slow")] [Description("of a category")] void ignored() { FAIL_TEST; }
void Cases() { TEST_CASE(1, 3.5); TEST_CASE(2, 2.5); }
void Scales() { TEST_VALUE(1); TEST_VALUE(2); }
[Test] [TestCaseSource("Cases")] void sources(int a, float b) { ASSERT(a < b); }
[Test] void values([ValueSource("Scales")] int scale, [Values(0.5, 1.0)] float x) { ASSERT(x * scale > 0); }
[Test] void fails() { int n = 1; ASSERT_EQUAL(n, 2); PRINTF("not counted: %d", n); FAIL_TEST; }
[Test] void fails_by_message() { FAIL_TEST_MSG("the reason"); }
#endif
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
