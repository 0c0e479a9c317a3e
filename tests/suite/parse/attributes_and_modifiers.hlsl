//@ run: -T ps_6_0 -no-warnings
// Both spellings of attributes, modifiers in any order, names that are words elsewhere.
[[vk::binding(0)]] [[vk::counter_binding(1)]] RWStructuredBuffer<float> counted;
static const row_major float4x4 a = 0; const static float other = 1; extern float4 outer;
struct Point { float line; float sample; }; typedef float Triple[3];
float sum(in const float linear_, uniform float b, Point p) { float indices = 1; return linear_ + b + p.line + p.sample + indices; }
technique T { pass P { VertexShader = compile vs_2_0 main(); } }
float4 main(sample float4 p : P, linear centroid float2 q : Q) : SV_Target {
    Point x = { 1, 2 }; Triple t = { 1, 2, 3 };
    [fastopt] [allow_uav_condition] for (int i = 0; i < 2; i++) t[0] += i;
    return p + sum(t[0], 1, x) + a[0] + outer + q.x;
}
