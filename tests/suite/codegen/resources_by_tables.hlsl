//@ run: -T ps_6_0 -E main
//@ run: -T ps_6_0 -E main -O0
//@ emit: spirv
//@ check-not: OpLoopMerge
// Local arrays of resources, indexed through tables of constants in loops that are unrolled.

Texture2D left, middle, right;
SamplerState smooth;
static const uint order[3] = { 1, 2, 0 };

float4 main(float2 u : U) : SV_Target {
    Texture2D all[3] = { left, middle, right };
    const uint back[3] = { 2, 1, 0 };
    float4 r = 0;
    [unroll]
    for (uint i = 0; i < 3; i++) {
        r += all[order[i]].SampleLevel(smooth, u, i);
        r += all[back[order[i]]].SampleLevel(smooth, u, i);
        r += all[(order[i] + 1) % 3].SampleLevel(smooth, u, i);
    }
    return r;
}
