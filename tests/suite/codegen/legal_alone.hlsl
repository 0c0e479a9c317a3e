//@ run: -T cs_6_0 -O0
//@ check: %at = OpVariable %_ptr_Function_v2float Function
//@ check: OpImageSampleExplicitLod
//@ check: OpFunctionCall %float %larger
//@ check: %larger = OpFunction
//@ check: %twice = OpVariable %_ptr_Function_float Function
//@ check-not: OpVariable %_ptr_Function_type_2d_image

//@ run: -T cs_6_0 -O0 -D CHOSEN
//@ check-not: %at = OpVariable
// Without optimisation, resources as values become the resources themselves, and all else stays as it is written. What
// depends on a loop takes all passes.
struct Lookup {
    Texture2D<float4> colours;
    SamplerState smooth;
    float scale;
};
Texture2D<float4> texels;
SamplerState linear_sampler;
RWStructuredBuffer<float> y;

float4 look(Lookup lookup, float2 at) {
    float4 colour = lookup.colours.SampleLevel(lookup.smooth, at, 0);
    return colour * lookup.scale;
}

float larger(float value) {
    float twice = value * 2;
    return max(twice, 3);
}

[numthreads(1, 1, 1)]
void main(uint id : SV_GroupIndex) {
    Lookup lookup;
    lookup.colours = texels;
    lookup.smooth = linear_sampler;
    lookup.scale = 2;
    float2 at = float2(id, id);
    RWStructuredBuffer<float> same = y;
    same[id] = look(lookup, at).x + larger(id);
#ifdef CHOSEN
    Texture2D<float4> all[2] = { texels, texels };
    [unroll] for (uint i = 0; i < 2; ++i) same[i] += all[i].SampleLevel(linear_sampler, at, 0).x;
#endif
}
