//@ run: -T ps_6_0 -E main
cbuffer Frame : register(b0) { float4 tint; };
Texture2D image : register(t0);
//~       ^ warning[W2541]: 'image', a sampled image, has the binding 0 of set 0 as 'Frame', a uniform buffer
Texture2D same : register(t1);
Texture2D alias : register(t1);
//~       ^ warning[W2541]: 'alias', a sampled image, has the binding 1 of set 0 as 'same', a sampled image
SamplerState smooth : register(s1);
RWTexture2D<float4> unused : register(u1);
float4 main(float2 uv : UV) : SV_Target {
    return tint + image.Sample(smooth, uv) + same.Sample(smooth, uv) + alias.Sample(smooth, uv);
}
