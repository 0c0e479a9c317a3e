//@ run: -T ps_6_0
Texture2D paint;
SamplerState linear_clamp;
float4 main(float2 at : AT) : SV_Target {
    return paint.SampelLevel(linear_clamp, at, 0);
//~              ^ error[E2100]: no member named 'SampelLevel' in 'Texture2D<float4>'
//~              ^ note: did you mean 'SampleLevel'?
}
