//@ run: -T lib_6_6
// Entry points for ShaderTestFramework with its own library, for which a test maps a folder.
#ifdef HLSL_TEST
#include "/Test/STF/ShaderTestFramework.hlsli"
#ifdef HLSL2SPIRV_TTL
cbuffer Frame { float scale; };
[numthreads(4, 2, 1)]
void Ids(uint3 id : SV_DispatchThreadID) {
    stf::RegisterThreadID(id);
    ASSERT(AreEqual, stf::detail::DispatchDimensions, uint3(8, 2, 3));
    ASSERT(AreEqual, stf::detail::Scratch.ThreadID.Data, id.x + 8 * (id.y + 2 * id.z));
    ASSERT(IsTrue, stf::detail::Scratch.ThreadID.Type == stf::detail::EThreadIDType::Int3);
}
[numthreads(1, 1, 1)]
void Sections() {
    int first = 0, second = 0;
    SCENARIO("both sections of one run") {
        SECTION("first") { first++; }
        SECTION("second") { second++; }
    }
    ASSERT(AreEqual, int2(first, second), int2(1, 1));
}
[numthreads(1, 1, 1)]
void Bound() {
    ASSERT(AreEqual, scale, 0.5f);
    ASSERT(AreEqual, stf::detail::Asserts.Num(), 0u);
    uint bytes;
    stf::detail::GetTestDataBuffer().GetDimensions(bytes);
    ASSERT(AreEqual, bytes, 0u);
    stf::detail::Success();
}
#endif
#else
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
#endif
