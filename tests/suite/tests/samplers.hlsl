//@ run: -T lib_6_6
// Samplers with states, as effects have them.
#ifdef HLSL_TEST
struct Ramp {
    int SizeX() { return 4; }
    int SizeY() { return 2; }
    int MipCount() { return 2; }
    float4 Read(int x, int y, int z, int w, int level) { return x + 10 * y + 100 * level; }
};
SamplerState near { Filter = MIN_MAG_MIP_POINT; AddressU = Wrap; };
SamplerState mirrored = sampler_state { MinFilter = POINT; MagFilter = POINT; MipFilter = POINT; AddressU = MIRROR; };
SamplerComparisonState deeper
{
    Filter = COMPARISON_MIN_MAG_MIP_POINT; // of one texel
    ComparisonFunc = GREATER;
};
SamplerState unset;
[[test]] void globals([[mock(Ramp)]] Texture2D<float4> t) {
    check(t.SampleLevel(near, float2(1.125, 0.25), 0).x == 0);
    check(t.SampleLevel(mirrored, float2(1.125, 0.25), 0).x == 3);
    check(t.SampleLevel(unset, float2(1.125, 0.25), 0).x == 3);
    check(t.SampleLevel(unset, float2(0.25, 0.25), 0).x == 0.5);
}
[[test]] void locals([[mock(Ramp)]] Texture2D<float4> t, [[mock(Ramp)]] Texture2D<float4> u) {
    SamplerState bordered { Filter = MIN_MAG_MIP_POINT; AddressU = Border; };
    check(t.SampleLevel(bordered, float2(1.125, 0.25), 0).x == 0);
    check(t.SampleLevel(bordered, float2(0.9, 0.25), 0).x == 3);
    SamplerState coarse = sampler_state { Filter = MIN_MAG_MIP_POINT; MinLOD = 1.0f; };
    check(u.SampleLevel(coarse, float2(0.9, 0.25), 0).x == 101);
    {
        SamplerState mixed { Filter = MIN_MAG_LINEAR_MIP_POINT; AddressV = MIRROR_ONCE; MaxLOD = 0; MipLODBias = 1; MaxAnisotropy = 4; };
        check(t.SampleLevel(mixed, float2(0.25, -0.75), 1).x == 10.5);
    }
}
[[test]] void comparisons([[mock(Ramp)]] Texture2D<float4> t) {
    check(t.SampleCmpLevelZero(deeper, float2(0.9, 0.25), 4) == 1);
    SamplerComparisonState less { Filter = COMPARISON_MIN_MAG_MIP_POINT; ComparisonFunc = LESS_EQUAL; };
    check(t.SampleCmpLevelZero(less, float2(0.9, 0.25), 4) == 0);
    check(t.SampleCmpLevelZero(less, float2(0.9, 0.25), 3) == 1);
}
[[test]] void unknown_states([[mock(Ramp)]] Texture2D<float4> t) {
    SamplerState odd { Filter = MIN_MAG_MIP_POINT; Texture = none; };
    check(true);
}
[[test]] [[bind("near", "sampler:linear,clamp")]] void given([[mock(Ramp)]] Texture2D<float4> t) {
    check(t.SampleLevel(near, float2(0.25, 0.25), 0).x == 0.5);
}
#endif
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
