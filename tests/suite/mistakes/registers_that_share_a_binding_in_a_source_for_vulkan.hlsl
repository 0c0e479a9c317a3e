//@ run: -T ps_6_0
struct Push { float4 tint; };
[[vk::push_constant]] Push push;
cbuffer Frame : register(b0) { float4 gain; };
//~     ^ note: the other resource is declared here
Texture2D image : register(t0);
//~       ^ warning[W2541]: 'image' (a sampled image) has the same binding 0 in set 0 as 'Frame' (a uniform buffer)
SamplerState smooth : register(s1);
float4 main(float2 uv : UV) : SV_Target { return push.tint * gain + image.Sample(smooth, uv); }
//~? note: -fvk-b-shift, -fvk-t-shift, -fvk-s-shift and -fvk-u-shift give each class of registers its own bindings
