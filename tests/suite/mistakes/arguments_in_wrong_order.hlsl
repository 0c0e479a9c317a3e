//@ run: -T ps_6_0
Texture2D paint;
SamplerState smooth;
float4 main(float2 at : AT) : SV_Target {
    return paint.Sample(at, smooth);
//~              ^ error[E2111]: no matching function for call to 'Sample'
//~                     ^ note: this is 'float2', and 'SamplerState' is needed
}
//~? note: candidate: float4 Sample(SamplerState sampler, float2 location[, int2 offset[, float clamp[, out uint status]]])
//~? note: argument types are float2, SamplerState
