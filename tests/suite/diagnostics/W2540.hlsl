//@ run: -T ps_6_0 -E main -Wregister-overlap
cbuffer Frame : register(b0) { float4 tint; };
Texture2D image : register(t0);
//~       ^ warning[W2540]: 'image' (a sampled image) has the same binding 0 in set 0 as 'Frame' (a uniform buffer)
SamplerState smooth : register(s0);
//~          ^ warning[W2540]: 'smooth' (a sampler) has the same binding 0 in set 0 as 'Frame' (a uniform buffer)
RWTexture2D<float4> unused : register(u0);
float4 main(float2 uv : UV) : SV_Target { return tint + image.Sample(smooth, uv); }
