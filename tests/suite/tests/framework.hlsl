//@ run: -T lib_6_6
// Entry points with the assertions of ShaderTestFramework, each of which is a test.
#ifdef HLSL_TEST
#include "/Test/STF/ShaderTestFramework.hlsli"
struct Pair { int a, b; bool operator==(Pair other) { return a == other.a && b == other.b; } };
void helper(int n) { ASSERT(AreEqual, n, 4); stf::NotEqual(n, 5); }
[numthreads(1, 1, 1)]
void Asserts() {
    ASSERT(AreEqual, 42, 42);
    ASSERT(NotEqual, float2(1, 2), float2(1, 3));
    ASSERT(IsTrue, true);
    ASSERT(IsFalse, 0);
    Pair pair = { 1, 2 };
    stf::AreEqual(pair, pair);
    helper(4);
}
[numthreads(4, 2, 1)]
void Scenarios(uint3 id : SV_DispatchThreadID) {
    stf::RegisterThreadID(id);
    SCENARIO("GIVEN a number") {
        int n = 1;
        SECTION("THEN it stays") { ASSERT(AreEqual, n, 1); }
        SECTION("WHEN it changes") {
            n++;
            SECTION("THEN it is another") { ASSERT(AreEqual, n, 2); }
            SECTION("THEN it is not the first") { ASSERT(AreEqual, n, 1); }
        }
    }
}
[numthreads(1, 1, 1)]
void Fails() { ASSERT(Fail); ASSERT(IsTrue, false); stf::AreEqual(1, 2); }
#else
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
#endif
