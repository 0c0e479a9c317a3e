// The assertions, scenarios and sections of ShaderTestFramework, by those of this compiler.
#ifndef HLSL2SPIRV_SHADER_TEST_FRAMEWORK
#define HLSL2SPIRV_SHADER_TEST_FRAMEWORK

// The compute entry points of the file are its tests.
static const bool __hlsl2spirv_entries_are_tests = true;

#ifdef HLSL2SPIRV_TTL
// The framework's own library is where --map says.
#include "/Test/STF/ByteReaderTraits.hlsli"
#include "/Test/STF/FrameworkResources.hlsli"
#include "/Test/STF/SectionManagement.hlsli"
#include "/Test/TTL/byte_writer.hlsli"
#include "/Test/TTL/caster.hlsli"
#include "/Test/TTL/container_wrapper.hlsli"
#include "/Test/TTL/macro.hlsli"
#include "/Test/TTL/memory.hlsli"
#include "/Test/TTL/string.hlsli"
#include "/Test/TTL/type_traits.hlsli"

namespace stf
{
    namespace detail
    {
        struct Entering { void operator()(int section, int parent) {} };
    }

    void RegisterThreadID(uint id)
    {
        detail::Scratch.ThreadID.Type = detail::EThreadIDType::Int;
        detail::Scratch.ThreadID.Data = id;
    }

    void RegisterThreadID(uint3 id)
    {
        detail::Scratch.ThreadID.Type = detail::EThreadIDType::Int3;
        detail::Scratch.ThreadID.Data = detail::FlattenIndex(id, detail::DispatchDimensions);
    }
}

// Sections are entered one after the other in one run, since tests look at what all of them have done.
#define HLSL2SPIRV_PASTE(a, b) a##b
#define HLSL2SPIRV_SECTION(line) HLSL2SPIRV_PASTE(hlsl2spirv_section_, line)
#define STF_CREATE_SECTION_VAR static const int HLSL2SPIRV_SECTION(__LINE__) = stf::detail::Scratch.NextSectionID++
#define SCENARIO(name)                                      \
    const stf::detail::Entering hlsl2spirv_entering = {};   \
    stf::detail::Scratch.Init();                            \
    while (stf::detail::Scratch.TryLoopScenario(hlsl2spirv_entering))
#define SECTION(name)       \
    STF_CREATE_SECTION_VAR; \
    while (stf::detail::Scratch.TryEnterSection(hlsl2spirv_entering, HLSL2SPIRV_SECTION(__LINE__)))

#else

namespace ttl
{
    template<typename To, typename From> struct caster { static To cast(From value) { return (To)value; } };
    template<typename To, typename From> To cast(From value) { return caster<To, From>::cast(value); }
    template<typename T> struct byte_writer { static const bool has_writer = false; };
}

namespace stf
{
    template<uint Reader, uint Type = 0> struct ByteReaderTraitsBase
    {
        static const uint ReaderId = Reader;
        static const uint TypeId = Type;
    };
    template<typename T> struct ByteReaderTraits : ByteReaderTraitsBase<0> {};

    // Reports of failures have the numbers of groups and threads.
    void RegisterThreadID(uint id) {}
    void RegisterThreadID(uint3 id) {}
}

#define SCENARIO(name) section(name)
#define SECTION(name) section(name)

#endif

namespace stf
{
    template<typename T> void AreEqual(T a, T b, int line = -1) { check(a == b); }
    template<typename T> void NotEqual(T a, T b, int line = -1) { check(any(a != b)); }
    template<typename T> void IsTrue(T value, int line = -1) { check(ttl::cast<bool>(value)); }
    template<typename T> void IsFalse(T value, int line = -1) { check(!ttl::cast<bool>(value)); }
    void Fail(int line = -1) { fail(); }
}

#define ASSERT(name, ...) HLSL2SPIRV_ASSERT_##name(__VA_ARGS__)
#define HLSL2SPIRV_ASSERT_AreEqual(a, b) check((a) == (b))
#define HLSL2SPIRV_ASSERT_NotEqual(a, b) check(any((a) != (b)))
#define HLSL2SPIRV_ASSERT_IsTrue(...) stf::IsTrue(__VA_ARGS__)
#define HLSL2SPIRV_ASSERT_IsFalse(...) stf::IsFalse(__VA_ARGS__)
#define HLSL2SPIRV_ASSERT_Fail() fail()

#endif
