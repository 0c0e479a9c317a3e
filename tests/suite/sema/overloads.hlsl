//@ run: -T ps_6_2 -enable-16bit-types -no-warnings
// Which function a call takes. The results tell the candidates apart.
static bool b; static int i; static uint u; static float f; static double d; static half h; static int16_t s; static float2 v2; static float4 v4;
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
int1 a(int x); float1 a(float x);
SAME(a(i), int1); SAME(a(f), float1); SAME(a(u), int1); SAME(a(1), int1); SAME(a(1.0), float1); SAME(a(h), float1); SAME(a(s), int1);
float1 c(float x); float3 c(float3 x);
SAME(c(f), float1); SAME(c(v2), float1);
double1 e(double x); half1 e(half x);
SAME(e(f), double1); SAME(e(h), half1); SAME(e(d), double1);
int2 g(out float x); int3 g(out int x);
SAME(g(f), int2); SAME(g(i), int3);
int4 only(float3 x);
SAME(only(v4), int4); SAME(only(b), int4);
float4 main() : SV_Target { return 0; }
