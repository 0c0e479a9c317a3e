//@ run: -T ps_6_0
Texture2D image;
SamplerState smooth;
float4 main(float2 uv : UV) : SV_Target {
    uint2 size = image.GetDimensions();
//~                    ^ error[E2120]: wrong number of arguments for 'GetDimensions': expected 2 or 4, found 0
    float4 sum = image.Sample(uv) + image.SampleLevel(smooth, uv);
//~                    ^ error[E2120]: wrong number of arguments for 'Sample': expected 2 to 5, found 1
//~                                       ^ error[E2120]: wrong number of arguments for 'SampleLevel': expected 3 to 5, found 2
    return sum + clamp(uv.x, 0) + size.x;
//~              ^ error[E2120]: wrong number of arguments for 'clamp': expected 3, found 2
}
//~? note: candidate: void GetDimensions(uint level, out uint width, out uint height, out uint levels)
//~? note: candidate: void GetDimensions(out uint width, out uint height)
//~? note: candidate: float4 Sample(SamplerState sampler, float2 location[, int2 offset[, float clamp[, out uint status]]])
//~? note: candidate: float4 SampleLevel(SamplerState sampler, float2 location, float lod[, int2 offset[, out uint status]])
//~? note: candidate: numeric<> clamp(numeric<> x, numeric<> min, numeric<> max)
