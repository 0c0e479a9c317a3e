//@ run: -T cs_6_0 -Wno-effects-syntax
//@ run: -T ps_6_0 -E pixel_main -Wno-effects-syntax

// Samplers with states in the source, in an include too: the compiler ignores them, and jobs use those that they do not bind.
#include "state_blocks.hlsli"

Texture2D source;
RWStructuredBuffer<float> result;
SamplerState between { Filter = MIN_MAG_MIP_LINEAR; AddressU = Clamp; };

[numthreads(1, 1, 1)]
void main() {
    result[0] = source.SampleLevel(nearest, float2(1.2, 0.5), 0).x;
    result[1] = source.SampleLevel(between, float2(0.5, 0.5), 0).x;
}

float4 pixel_main() : SV_Target {
    return float4(source.SampleLevel(nearest, float2(1.2, 0.5), 0).x, source.SampleLevel(between, float2(0.5, 0.5), 0).x, 0, 1);
}
