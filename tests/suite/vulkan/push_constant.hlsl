//@ run: -T ps_6_0
//@ check: OpMemberDecorate %type_PushConstant_P 1 Offset 16
//@ check: OpTypePointer PushConstant %type_PushConstant_P
struct P { float3 a; [[vk::offset(16)]] float4 b; };
[[vk::push_constant]] P p;
float4 main() : SV_Target { return p.b + p.a.x; }
