//@ run: -T ps_6_0 -fvk-t-shift 10 0 -fvk-s-shift 20 0 -fvk-b-shift 30 0 -fvk-u-shift 40 all
//@ check: OpDecorate %image Binding 11
//@ check: OpDecorate %taken Binding 22
//@ check: OpDecorate %block Binding 33
//@ check: OpDecorate %target Binding 44
Texture2D image : register(t1);
SamplerState taken : register(s2);
cbuffer block : register(b3) { float4 tint; };
RWTexture2D<float4> target : register(u4, space2);
float4 main(float2 p : P) : SV_Target { target[uint2(p)] = tint; return image.Sample(taken, p); }
