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
[[test]] void without_methods([[mock(Nothing)]] Texture2D<float4> t) { uint w, h; t.GetDimensions(w, h); check(w == 16 && t[uint2(1, 1)].x == 0); }
[[test]] void too_large([[mock(Large)]] Texture2D<float4> t) { check(t[uint2(0, 0)].x == 0); }
[[test]] void of_samples([[mock(Ramp)]] Texture2DMS<float4> t, [[mock(Levels)]] Texture2DMSArray<float4, 1> layers) {
    uint w, h, count, samples;
    t.GetDimensions(w, h, samples);
    check(uint3(w, h, samples) == uint3(4, 4, 1));
    check(t.Load(int2(1, 2), 0).x == 9);
    layers.GetDimensions(w, h, count, samples);
    check(uint4(w, h, count, samples) == uint4(8, 4, 3, 1));
    check(layers.Load(int3(7, 3, 2), 0) == float4(7, 3, 2, 0));
}
struct Pairs { int SizeX() { return 4; } int SizeY() { return 2; } int2 Read(int x, int y, int z, int w, int level) { return int2(-x, y); } };
struct Halves { float2 Read(int x, int y, int z, int w, int level) { return float2(x, 0.5); } };
[[test]] void of_several_numbers([[mock(Pairs)]] Texture2D<int2> t, [[mock(Pairs)]] RWTexture2D<int2> u, [[mock(Halves)]] Buffer<float2> b) {
    check(t[uint2(3, 1)] == int2(-3, 1));
    check(u[uint2(2, 1)] == int2(-2, 1));
    check(b[15] == float2(15, 0.5));
    u[uint2(2, 1)] = int2(7, -8);
    check(u[uint2(2, 1)] == int2(7, -8));
}
struct Item { float3 place; uint2 keys[2]; };
struct Items {
    int SizeX() { return 5; }
    Item Read(int x, int y, int z, int w, int level) { Item item = { float3(x, 2 * x, 3 * x), x.xx, x.xx + 1 }; return item; }
};
[[test]] void of_structs([[mock(Items)]] StructuredBuffer<Item> b, [[mock(Items)]] RWStructuredBuffer<Item> own) {
    uint count, stride;
    b.GetDimensions(count, stride);
    check(b[4].place == float3(4, 8, 12));
    check(count == 5 && b[4].keys[1].y == 5 && b[1].keys[0].x == 1);
    own[2].keys[0] = 9;
    check(own[2].keys[0].y == 9 && own[3].place.y == 6 && own[2].place.z == 6);
}
struct Numbers { int SizeX() { return 4; } uint Read(int x, int y, int z, int w, int level) { return 10 * x; } };
struct Counted : Numbers { uint Count() { return 2; } int SizeX() { return 4; } uint Read(int x, int y, int z, int w, int level) { return x; } };
[[test]] void of_counters([[mock(Numbers)]] RWStructuredBuffer<uint> b, [[mock(Counted)]] RWStructuredBuffer<uint> c) {
    check(b.IncrementCounter() == 0);
    check(b.IncrementCounter() == 1);
    check(b.DecrementCounter() == 1);
    check(c.IncrementCounter() == 2);
}
[[test]] void of_lists([[mock(Numbers)]] AppendStructuredBuffer<uint> to, [[mock(Numbers)]] ConsumeStructuredBuffer<uint> from, [[mock(Counted)]] ConsumeStructuredBuffer<uint> rest) {
    check(from.Consume() == 30);
    check(from.Consume() == 20);
    check(rest.Consume() == 1);
    to.Append(5);
    uint count, stride;
    to.GetDimensions(count, stride);
    check(count == 4 && stride == 4);
}
Texture2D<float4> global : register(t3);
namespace deep { RWStructuredBuffer<uint> list; }
[[test]] [[mock(global, Ramp)]] void of_globals() { check(global.Load(int3(2, 1, 0)).x == 6); }
[[test]] [[mock(global, Levels)]] void of_globals_again() { check(global.Load(int3(2, 1, 0)) == float4(2, 1, 0, 0)); }
[[test]] [[mock(deep::list, Numbers)]] [[mock("global", "Ramp")]] void in_namespaces() { deep::list[1]++; check(deep::list[1] == 11 && deep::list.IncrementCounter() == 0 && global[uint2(3, 3)].x == 15); }
[[test]] void unbound() { check(global[uint2(3, 3)].x == 0); }
[[test]] [[mock(missing, Ramp)]] void of_none() { }
[[test]] [[mock(smooth, Ramp)]] void of_samplers() { }
[[property(100)]] void with_inputs([[mock(Ramp)]] Texture2D<float4> t, [[range(0, 3)]] uint x) { check(t.Load(int3(x, 0, 0)).x == x); }
#endif
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
