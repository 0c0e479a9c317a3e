//@ run: -T ps_6_0 -no-warnings
// What binary operators make of two shapes: scalars spread, longer vectors are cut.
static float s; static float1 v1; static float2 v2; static float3 v3; static float4 v4; static int4 i4;
static float2x2 m22; static float3x3 m33; static float1x3 m13; static float3x1 m31; static float4x4 m44;
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
SAME(s + v3, float3); SAME(v1 + v3, float3); SAME(v3 * s, float3);
SAME(v2 + v4, float2); SAME(v4 - v3, float3); SAME(i4 + v2, float2); SAME(i4 * s, float4);
SAME(m44 * s, float4x4); SAME(m33 + m44, float3x3); SAME(m22 * m33, float2x2);
SAME(v3 < v3, bool3); SAME(s < v4, bool4); SAME(m22 == m22, bool2x2);
SAME(select(v3 < v3, v3, s), float3);
float4 main() : SV_Target { return 0; }
