//@ run: -T ps_6_0 -E main
//@ run: -T ps_6_0 -E main -O0
//@ emit: spirv
//@ check-not: OpLoopMerge
// A loop without a mark is unrolled where a local array of resources is indexed by its iteration.

Texture2D left, middle, right;
SamplerState smooth;

float4 main(float2 u : U) : SV_Target {
    Texture2D all[3];
    all[0] = left;
    all[1] = middle;
    all[2] = right;
    float4 r = 0;
    for (uint i = 0; i < 3; i++) {
        if (u.x > i) {
            r += all[i].SampleLevel(smooth, u, i);
        }
    }
    return r;
}
