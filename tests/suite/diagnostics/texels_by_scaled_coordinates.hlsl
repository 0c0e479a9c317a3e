//@ run: -T ps_6_0 -E scaled
Texture2D<float4> image;
Texture2D<float4> other;
float4 scaled(float2 uv : TEXCOORD0) : SV_Target {
    uv *= 256;
    return image[uv] + other.Load(int3(uv, 0));
}
