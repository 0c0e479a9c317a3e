//@ run: -T ps_6_0 -E main -fvk-t-shift 10 all -fvk-s-shift 20 all
// What shifts keep apart, and what two entry points use, is no overlap.
cbuffer Frame : register(b0) { float4 tint; };
Texture2D image : register(t0);
SamplerState smooth : register(s0);
float4 main(float2 uv : UV) : SV_Target { return tint + image.Sample(smooth, uv); }
