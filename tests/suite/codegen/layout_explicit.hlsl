//@ run: -T ps_6_0
//@ check: OpMemberDecorate %type__Globals 1 Offset 32
//@ check: OpMemberDecorate %type_Packed 0 Offset 4
//@ check: OpMemberDecorate %type_Packed 1 Offset 16
//@ check: OpMemberDecorate %type_Packed 2 Offset 64
float4 loose; float4 placed : register(c2);
cbuffer Packed { float b : packoffset(c0.y); float4 a : packoffset(c1); [[vk::offset(64)]] float c; };
float4 main() : SV_Target { return loose + placed + a + b + c; }
