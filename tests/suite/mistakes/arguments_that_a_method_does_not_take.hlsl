//@ run: -T ps_6_0
Texture2D<float> shadow;
TextureCube sky;
Texture2DArray layers;
SamplerState smooth;
float4 main(float3 at : AT) : SV_Target {
    float4 sum = shadow.SampleCmp(smooth, at.xy, at.z);
//~                     ^ error[E2111]: no matching function for call to 'SampleCmp'
//~                               ^ note: this is 'SamplerState', and 'SamplerComparisonState' is needed
    sum += sky.Sample(smooth, at.xy);
//~            ^ error[E2111]: no matching function for call to 'Sample'
//~                              ^ note: this is 'float2', and 'float3' is needed
    sum += layers.Sample(smooth, at.xy);
//~               ^ error[E2111]: no matching function for call to 'Sample'
//~                                 ^ note: this is 'float2', and 'float3' is needed, with the slice of the array after the position
    return sum;
}
//~? note: candidate: float SampleCmp(SamplerComparisonState sampler, float2 location, float compare[, int2 offset[, float clamp[, out uint status]]])
//~? note: argument types are SamplerState, float2, float
//~? note: candidate: float4 Sample(SamplerState sampler, float3 location[, float clamp[, out uint status]])
//~? note: argument types are SamplerState, float2
//~? note: candidate: float4 Sample(SamplerState sampler, float3 location[, int2 offset[, float clamp[, out uint status]]])
//~? note: argument types are SamplerState, float2
