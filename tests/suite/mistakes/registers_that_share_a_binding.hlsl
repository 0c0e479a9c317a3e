//@ run: -T ps_6_0
Texture2D paint : register(t3);
SamplerState smooth : register(s3);
float4 main() : SV_Target {
    return paint.Sample(smooth, 0.5);
}
