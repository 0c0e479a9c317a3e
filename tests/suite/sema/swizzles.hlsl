//@ run: -T ps_6_0
static float s; static float2 v2; static float4 v4; static float4x4 m; static float2x3 n; static int3 i3;
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
SAME(v4.xy, float2); SAME(v4.wzyx, float4); SAME(v4.xxxx, float4); SAME(v4.rgb, float3); SAME(v4.x, float); SAME(s.x, float); SAME(s.xxx, float3);
SAME(v4.xyz.zy, float2); SAME(i3.zx, int2);
SAME(m._m00, float); SAME(m._m00_m11, float2); SAME(m._11_22_33_44, float4); SAME(m[1], float4); SAME(m[1][2], float); SAME(m[1].xy, float2); SAME(n[0], float3);
void f(out float2 pair) { pair = 1; }
//@ check: OpVectorShuffle %v4float
float4 main(float4 p : P) : SV_Target {
    v4 = p;
    v4.xw = p.yz;
    f(v4.yx);
    m = 0;
    m._m00_m33 = p.xy;
    m[2].zw = p.zw;
    v4.xyz.y += m[0][0];
    return v4 + m[2];
}
