// The assertions of HLSLInterpreter's tests, by those of this compiler.
#ifndef HLSL2SPIRV_HLSL_TEST
#define HLSL2SPIRV_HLSL_TEST

#define ASSERT(condition) require(condition)
#define ASSERT_MSG(condition, message) require(condition, message)
#define ASSERT_EQUAL(a, b) require((a) == (b))
#define ASSERT_NEAR(a, b, tolerance) check_near(a, b, tolerance)
#define ASSERT_UNIFORM(value) check_uniform(value)
#define ASSERT_VARYING(value) check_varying(value)
#define PASS_TEST pass()
#define PASS_TEST_MSG(message) pass()
#define FAIL_TEST fail()
#define FAIL_TEST_MSG(message) fail(message)
#define IGNORE_TEST skip()
#define IGNORE_TEST_MSG(message) skip(message)
#define PRINTF printf
#define TEST_NAME "test"

// The types of Direct3D 9 for a texture with its sampler, and their functions.
#define HLSL2SPIRV_COMBINED(name, ty, point, lookup) \
struct name { ty<float4> texture; SamplerState state; }; \
float4 __##lookup(name s, point at) { return s.texture.Sample(s.state, at); } \
float4 __##lookup(name s, point at, point dx, point dy) { return s.texture.SampleGrad(s.state, at, dx, dy); } \
float4 __##lookup##lod(name s, float4 at) { return s.texture.SampleLevel(s.state, (point)at, at.w); } \
float4 __##lookup##bias(name s, float4 at) { return s.texture.SampleBias(s.state, (point)at, at.w); } \
float4 __##lookup##proj(name s, float4 at) { return s.texture.Sample(s.state, (point)at / at.w); }
HLSL2SPIRV_COMBINED(sampler1D, Texture1D, float, hlsl2spirv_tex1D)
HLSL2SPIRV_COMBINED(sampler2D, Texture2D, float2, hlsl2spirv_tex2D)
HLSL2SPIRV_COMBINED(sampler3D, Texture3D, float3, hlsl2spirv_tex3D)
HLSL2SPIRV_COMBINED(samplerCUBE, TextureCube, float3, hlsl2spirv_texCUBE)
#undef HLSL2SPIRV_COMBINED
// As macros with parameters: the names remain free for variables.
#define tex1D(...) __hlsl2spirv_tex1D(__VA_ARGS__)
#define tex1Dlod(...) __hlsl2spirv_tex1Dlod(__VA_ARGS__)
#define tex1Dbias(...) __hlsl2spirv_tex1Dbias(__VA_ARGS__)
#define tex1Dgrad(...) __hlsl2spirv_tex1D(__VA_ARGS__)
#define tex1Dproj(...) __hlsl2spirv_tex1Dproj(__VA_ARGS__)
#define tex2D(...) __hlsl2spirv_tex2D(__VA_ARGS__)
#define tex2Dlod(...) __hlsl2spirv_tex2Dlod(__VA_ARGS__)
#define tex2Dbias(...) __hlsl2spirv_tex2Dbias(__VA_ARGS__)
#define tex2Dgrad(...) __hlsl2spirv_tex2D(__VA_ARGS__)
#define tex2Dproj(...) __hlsl2spirv_tex2Dproj(__VA_ARGS__)
#define tex3D(...) __hlsl2spirv_tex3D(__VA_ARGS__)
#define tex3Dlod(...) __hlsl2spirv_tex3Dlod(__VA_ARGS__)
#define tex3Dbias(...) __hlsl2spirv_tex3Dbias(__VA_ARGS__)
#define tex3Dgrad(...) __hlsl2spirv_tex3D(__VA_ARGS__)
#define tex3Dproj(...) __hlsl2spirv_tex3Dproj(__VA_ARGS__)
#define texCUBE(...) __hlsl2spirv_texCUBE(__VA_ARGS__)
#define texCUBElod(...) __hlsl2spirv_texCUBElod(__VA_ARGS__)
#define texCUBEbias(...) __hlsl2spirv_texCUBEbias(__VA_ARGS__)
#define texCUBEgrad(...) __hlsl2spirv_texCUBE(__VA_ARGS__)
#define texCUBEproj(...) __hlsl2spirv_texCUBEproj(__VA_ARGS__)

#endif
