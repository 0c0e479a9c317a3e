//@ run: -T ps_6_0 -no-warnings
static float s; static float2 v2; static float3 v3; static float4 v4; static int i; static int3 i3; static uint u; static bool b; static float2x3 m23; static double d;
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
SAME(abs(i3), int3); SAME(abs(v3), float3); SAME(max(i, u), uint); SAME(max(i, s), float); SAME(max(v3, v4), float3); SAME(max(v3, 1), float3);
SAME(dot(v3, v3), float); SAME(dot(i3, i3), int); SAME(dot(v2, v4), float); SAME(length(v3), float); SAME(cross(v3, v3), float3);
SAME(sin(i), float); SAME(sqrt(1), float); SAME(lerp(v3, v3, s), float3); SAME(clamp(i, 0, 1), int); SAME(saturate(v2), float2);
SAME(mul(v2, m23), float3); SAME(mul(m23, v3), float2); SAME(mul(m23, s), float2x3); SAME(transpose(m23), float3x2);
SAME(any(v3), bool); SAME(all(b), bool); SAME(asuint(v3), uint3); SAME(asfloat(u), float); SAME(countbits(u), uint); SAME(isnan(v2), bool2);
SAME(sign(v3), int3); SAME(floor(m23), float2x3);
float4 main() : SV_Target { return 0; }
