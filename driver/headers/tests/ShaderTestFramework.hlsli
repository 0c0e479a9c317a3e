// The assertions, scenarios and sections of ShaderTestFramework, by those of this compiler.
#ifndef HLSL2SPIRV_SHADER_TEST_FRAMEWORK
#define HLSL2SPIRV_SHADER_TEST_FRAMEWORK

// The compute entry points of the file are its tests.
static const bool __hlsl2spirv_entries_are_tests = true;

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

    template<typename T> void AreEqual(T a, T b, int line = -1) { check(a == b); }
    template<typename T> void NotEqual(T a, T b, int line = -1) { check(any(a != b)); }
    template<typename T> void IsTrue(T value, int line = -1) { check(ttl::cast<bool>(value)); }
    template<typename T> void IsFalse(T value, int line = -1) { check(!ttl::cast<bool>(value)); }
    void Fail(int line = -1) { fail(); }

    // Reports of failures have the numbers of groups and threads.
    void RegisterThreadID(uint id) {}
    void RegisterThreadID(uint3 id) {}
}

#define ASSERT(name, ...) HLSL2SPIRV_ASSERT_##name(__VA_ARGS__)
#define HLSL2SPIRV_ASSERT_AreEqual(a, b) check((a) == (b))
#define HLSL2SPIRV_ASSERT_NotEqual(a, b) check(any((a) != (b)))
#define HLSL2SPIRV_ASSERT_IsTrue(value) stf::IsTrue(value)
#define HLSL2SPIRV_ASSERT_IsFalse(value) stf::IsFalse(value)
#define HLSL2SPIRV_ASSERT_Fail() fail()
#define SCENARIO(name) section(name)
#define SECTION(name) section(name)

#endif
