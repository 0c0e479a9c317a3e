//@ run: -T lib_6_6
// Resources that are filled by the methods of structs.
#ifdef HLSL_TEST
struct Ramp {
    float4 texels[16];
    void Initialize() { for (int i = 0; i < 16; i++) texels[i] = float4(i, 0, 0, 1); }
    int SizeX() { return 4; }
    int SizeY() { return 4; }
    float4 Read(int x, int y, int z, int w, int level) { return texels[y * 4 + x]; }
};
struct Levels {
    int SizeX() { return 8; }
    int SizeY() { return 4; }
    int SizeZ() { return 3; }
    int MipCount() { return 3; }
    float4 Read(int x, int y, int z, int w, int level) { return float4(x, y, z, level); }
};
struct Words {
    int SizeX() { return 32; }
    uint Read(int x, int y, int z, int w, int level) { return x / 4 + 1; }
};
struct Nothing {};
struct Large { int SizeX() { return 5000000; } };
SamplerState smooth;
[[test]] void loads([[mock(Ramp)]] Texture2D<float4> t, [[mock(Ramp)]] RWTexture2D<float4> u) {
    check(t.Load(int3(1, 2, 0)) == float4(9, 0, 0, 1));
    check(t.SampleLevel(smooth, float2(0.5, 0.125), 0).x == 1.5);
    check(t.SampleLevel(smooth, float2(2, 0), 0).x == 3);
    u[uint2(3, 3)] = 5;
    check(u[uint2(3, 3)].x == 5 && u[uint2(2, 3)].x == 14);
    uint w, h;
    u.GetDimensions(w, h);
    check(uint2(w, h) == uint2(4, 4));
}
[[test]] void is_filled_again([[mock(Ramp)]] RWTexture2D<float4> u) { check(u[uint2(3, 3)].x == 15); }
[[test]] [[case(0, 4)]] [[case(1, 4)]] [[case(2, 9)]] void of_levels([[mock(Levels)]] Texture2DArray<float4> t, int level, int width) {
    uint w, h, layers, levels;
    t.GetDimensions(level, w, h, layers, levels);
    check(uint4(w, h, layers, levels) == uint4(8u >> level, 4u >> level, 3, 3));
    check(t.Load(int4(1, 0, 2, level)) == float4(1, 0, 2, level));
    check(w <= width);
}
[[test]] void of_volumes([[mock(Levels)]] Texture3D<float4> t) { check(t.Load(int4(3, 1, 0, 1)) == float4(3, 1, 0, 1)); }
[[test]] void of_cubes([[mock(Levels)]] TextureCube<float4> t) { check(t.SampleLevel(smooth, float3(0, -1, 0), 0).z == 3); }
[[test]] void of_lines([[mock(Levels)]] Texture1DArray<float4> t) { check(t.Load(int3(7, 3, 0)) == float4(7, 3, 0, 0)); }
[[test]] void of_buffers([[mock(Ramp)]] Buffer<float4> b, [[mock(Ramp)]] RWStructuredBuffer<float4> s, [[mock(Words)]] RWByteAddressBuffer r) {
    check(b[2].x == 2);
    s[3] = 8;
    check(s[3].w == 8 && s[1].x == 1);
    check(r.Load(8) == 3);
    r.Store(8, 7);
    check(r.Load2(4) == uint2(2, 7));
}
[[test]] void of_integers([[mock(Words)]] RWTexture2D<int> t) { int before; InterlockedAdd(t[uint2(4, 0)], 2, before); check(before == 2 && t[uint2(4, 0)] == 4); }
[[test]] [[wave(2, 2)]] void of_quads([[mock(Ramp)]] Texture2D<float4> t, uint3 at : SV_GroupThreadID) { check(t.Sample(smooth, at.xy).x >= 0); }
[[test]] void without_methods([[mock(Nothing)]] Texture2D<float4> t) { uint w, h; t.GetDimensions(w, h); check(w == 2 && t[uint2(1, 1)].x == 0); }
[[test]] void too_large([[mock(Large)]] Texture2D<float4> t) { check(t[uint2(0, 0)].x == 0); }
[[test]] void of_samples([[mock(Ramp)]] Texture2DMS<float4> t) { check(true); }
[[property(100)]] void with_inputs([[mock(Ramp)]] Texture2D<float4> t, [[range(0, 3)]] uint x) { check(t.Load(int3(x, 0, 0)).x == x); }
#endif
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
