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

#endif
