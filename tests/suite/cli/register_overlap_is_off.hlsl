//@ run: -T ps_6_0 -E main
//@ run: -T ps_6_0 -E main -Weverything -Wno-register-overlap
//@ run: -T ps_6_0 -E main -Wregister-overlap -fvk-t-shift 10 0 -fvk-s-shift 20 0
cbuffer Frame : register(b0) { float4 tint; };
Texture2D image : register(t0);
SamplerState smooth : register(s0);
float4 main(float2 uv : UV) : SV_Target { return tint + image.Sample(smooth, uv); }
