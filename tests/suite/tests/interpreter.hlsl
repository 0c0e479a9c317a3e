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
struct Row { int SizeX() { return 4; } int MipCount() { return 2; } float4 Read(int x, int y, int z, int w, int level) { return 10 * level + x; } };
struct Plain { float4 texels[16]; void Initialize() { for (int i = 0; i < 16; i++) texels[i] = i; } float4 Read(int x, int y, int z, int w, int level) { return texels[y * 4 + x]; } };
Texture1D<float4> row;
RWTexture2D<float4> plain;
sampler1D old;
samplerCUBE cube;
[Test] void mocks() {
    MOCK_RESOURCE(row, Row);
    MOCK_RESOURCE(plain, Plain);
    SamplerState s { Filter = MIN_MAG_MIP_POINT; AddressU = Wrap; };
    ASSERT(row.SampleLevel(s, 1.375, 1).x == 10);
    plain[int2(3, 0)] = 77;
    ASSERT(plain.Load(int2(3, 0)).x == 77 && plain.Load(int2(1, 3)).x == 13);
}
[Test] void levels_of_quads() {
    MOCK_RESOURCE(row, Row);
    SamplerState s { Filter = MIN_MAG_MIP_LINEAR; };
    float u = WaveGetLaneIndex() % 2 * 0.5;
    ASSERT_EQUAL(row.CalculateLevelOfDetailUnclamped(s, u), 1.0);
    ASSERT(row.Sample(s, u).x >= 10);
}
[Test] void combined() {
    MOCK_RESOURCE(old, Row);
    MOCK_RESOURCE(cube, Plain);
    float tex1D = 0.625;
    ASSERT(tex1D(old, tex1D).x == 2 && tex1Dlod(old, float4(0.625, 0, 0, 0)).x == 2 && tex1Dproj(old, float4(1.25, 0, 0, 2)).x == 2);
    ASSERT(tex1Dgrad(old, 0.625, 0, 0).x == 2 && tex1Dbias(old, float4(0.25, 0, 0, 5)).x == 0.5);
    ASSERT(texCUBElod(cube, float4(0, 0, 1, 0)).x >= 0);
}
[Test] void fails() { int n = 1; ASSERT_EQUAL(n, 2); PRINTF("not counted: %d", n); FAIL_TEST; }
[Test] void fails_by_message() { FAIL_TEST_MSG("the reason"); }
#endif
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
