// Inputs, outputs and functions of shader models 6.0 to 6.8 that pixel shaders have, each once.
//@ run: -T ps_6_8 -fspv-target-env=vulkan1.3
//@ check: OpCapability MinLod
Texture2D<float> depths;
Texture2D<float4> colours;
Texture2DMS<float4> samples;
SamplerComparisonState nearer;
SamplerState smooth;

struct Seen
{
    float4 at : SV_Position;
    uint view : SV_ViewID;
    uint rate : SV_ShadingRate;
    float3 corner : SV_Barycentrics;
};

struct Drawn
{
    float4 colour : SV_Target;
    uint stencil : SV_StencilRef;
};

Drawn main(Seen seen)
{
    Drawn drawn;
    const float2 at = seen.at.xy;
    drawn.colour = colours.Sample(smooth, at, int2(0, 0), 1.0f);
    drawn.colour.x += depths.SampleCmpLevel(nearer, at, 0.5, 2) + depths.SampleCmpBias(nearer, at, 0.5, 1)
        + depths.SampleCmpGrad(nearer, at, 0.5, ddx(at), ddy(at));
    drawn.colour.y += colours.CalculateLevelOfDetail(smooth, at) + samples.Load(int2(at), 0).x + depths.GatherRed(smooth, at).x;
    drawn.colour.z += IsHelperLane() + seen.corner.x;
    drawn.stencil = seen.view + seen.rate;
    return drawn;
}
