//@ run: -T ps_6_0 -HV 2021
//@ run: -T ps_6_0 -HV 2018
//@ run: -T ps_6_0 -fcgl
//@ run: -T ps_6_0 -HV 2018 -fcgl
// Which sampler it is must be known in the end, not from the start.
static const bool first = true;
SamplerState a, b;
Texture2D image;
float4 main() : SV_Target { return image.Sample(first ? a : b, 0.5); }
