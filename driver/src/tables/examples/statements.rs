//! Examples: statements, and what may be called where.

use super::{Example, pixel, with};

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Example] = &[
    pixel("E2200", "void f() { return 1; }", "int f() { return 1; }"),
    pixel("E2201", "void f(int x) { if (x > 0) break; }", "void f(int x) { while (x > 0) break; }"),
    pixel("E2202", "int f(int x) {\n    switch (x) {\n        case 1: return 1;\n        case 1: return 2;\n    }\n    return 0;\n}", "int f(int x) {\n    switch (x) {\n        case 1: return 1;\n        case 2: return 2;\n    }\n    return 0;\n}"),
    pixel("E2203", "int f(int2 x) { switch (x) { case 1: return 1; } return 0; }", "int f(int2 x) { switch (x.x) { case 1: return 1; } return 0; }"),
    pixel("W2204", "int f(int x) {\n    switch (x) {\n        x = 2;\n        case 1: return x;\n    }\n    return 0;\n}", "int f(int x) {\n    switch (x) {\n        case 1: x = 2; return x;\n    }\n    return 0;\n}"),
    with("E2206", "-T vs_6_0", "float4 main(float x : X) : SV_Position {\n    if (x < 0) discard;\n    return x;\n}", "float4 main(float x : X) : SV_Position {\n    if (x < 0) return 0;\n    return x;\n}"),
    pixel("W2207", "float4 main(float x : X) : SV_Target {\n    [unroll] for (int i = 0; i < 5000; i++) x += i;\n    return x;\n}", "float4 main(float x : X) : SV_Target {\n    [loop] for (int i = 0; i < 5000; i++) x += i;\n    return x;\n}"),
    pixel("W2209", "void f(float x) { x + 1; }", "void f(inout float x) { x += 1; }"),
    pixel("E2210", "void f(int x) { [unroll] [loop] for (int i = 0; i < 4; i++) x++; }", "void f(int x) { [loop] for (int i = 0; i < 4; i++) x++; }"),
    pixel("E2211", "int f(int x) {\n    switch (x) {\n        case 0: if (x > 0) { case 1: x++; }\n    }\n    return x;\n}", "int f(int x) {\n    switch (x) {\n        case 0:\n        case 1: x++; break;\n    }\n    return x;\n}"),
    pixel("W2212", "int f(int x) {\n    switch (x) {\n        case 0: x = 4;\n        case 1: x++; break;\n    }\n    return x;\n}", "int f(int x) {\n    switch (x) {\n        case 0: x = 4; // falls through\n        case 1: x++; break;\n    }\n    return x;\n}"),
    pixel("W2213", "void f(inout float x) { x == 1; }", "void f(inout float x) { x = 1; }"),
    pixel("W2214", "void f(inout float x) { if (x < 0); x = 0; }", "void f(inout float x) { if (x < 0) x = 0; }"),
    pixel("W2215", "enum Mode { Off, On };\nfloat f(Mode mode) {\n    switch (mode) { case Off: return 0; }\n    return 1;\n}", "enum Mode { Off, On };\nfloat f(Mode mode) {\n    switch (mode) { case Off: return 0; default: return 1; }\n}"),
    pixel("W2216", "enum Mode { Off, On };\nfloat f(Mode mode) {\n    switch (mode) { case Off: case On: return 0; case (Mode)2: return 1; }\n    return 2;\n}", "enum Mode { Off, On, Dim };\nfloat f(Mode mode) {\n    switch (mode) { case Off: case On: return 0; case Dim: return 1; }\n    return 2;\n}"),
    pixel("W2217", "float f(bool lit) {\n    switch (lit) { case true: return 1; default: return 0; }\n}", "float f(bool lit) {\n    if (lit) return 1;\n    return 0;\n}"),
    with("E2401", "-T vs_6_0", "float4 main(float x : X) : SV_Position { clip(x); return x; }", "float4 main(float x : X) : SV_Position { return x; }"),
    with("E2402", "-T cs_6_0", "static uint count;\n[numthreads(64, 1, 1)] void main() { InterlockedAdd(count, 1); }", "groupshared uint count;\n[numthreads(64, 1, 1)] void main() { InterlockedAdd(count, 1); }"),
    with("E2403", "-T cs_6_0", "RWTexture2D<uint2> image;\n[numthreads(1, 1, 1)] void main() { InterlockedAdd(image[uint2(0, 0)].x, 1); }", "RWTexture2D<uint> image;\n[numthreads(1, 1, 1)] void main() { InterlockedAdd(image[uint2(0, 0)], 1); }"),
    pixel("E2404", "float4 main(nointerpolation uint n : N) : SV_Target { return firstbitlow((uint64_t)n); }", "float4 main(nointerpolation uint n : N) : SV_Target { return firstbitlow(n); }"),
    with("E2405", "-T ps_6_0 -fspv-target-env=vulkan1.3", "float4 main() : SV_Target { return vk::RawBufferLoad<float>(0, 3); }", "float4 main() : SV_Target { return vk::RawBufferLoad<float>(0, 4); }"),
    with("E2406", "-T as_6_5 -fspv-target-env=vulkan1.3", "struct Payload { uint value; };\n[numthreads(1, 1, 1)] void main(uint index : SV_GroupIndex) {\n    Payload payload = { index };\n    DispatchMesh(1, 1, 1, payload);\n}", "struct Payload { uint value; };\ngroupshared Payload payload;\n[numthreads(1, 1, 1)] void main(uint index : SV_GroupIndex) {\n    payload.value = index;\n    DispatchMesh(1, 1, 1, payload);\n}"),
    with("E2407", "-T ps_6_0", "[[vk::ext_instruction(99999)]] float odd(float x);\nfloat4 main(float x : X) : SV_Target { return odd(x); }", "[[vk::ext_instruction(127)]] float negated(float x);\nfloat4 main(float x : X) : SV_Target { return negated(x); }"),
    with("E2408", "-T ps_6_0", "groupshared float sum;\nfloat4 main(float x : X) : SV_Target { sum = x; return sum; }", "static float sum;\nfloat4 main(float x : X) : SV_Target { sum = x; return sum; }"),
    with("W2409", "-T cs_6_0", "groupshared float4 tile[4096];\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { tile[i] = i; }", "groupshared float4 tile[1024];\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) { tile[i] = i; }"),
    with("W2410", "-T cs_6_0", "RWBuffer<float> list;\n[numthreads(2, 2, 1)] void main(uint2 at : SV_DispatchThreadID) { list[at.x] = ddx(float(at.y)); }", "RWBuffer<float> list;\n[numthreads(2, 2, 1)] void main(uint2 at : SV_DispatchThreadID) { list[at.x] = float(at.y); }"),
    with("W2550", "-T cs_6_0", "cbuffer Frame { uint count; };\nRWBuffer<float> list : register(u1);\ngroupshared float tile[64];\n[numthreads(64, 1, 1)] void main(uint at : SV_DispatchThreadID, uint i : SV_GroupIndex) {\n    if (at >= count) return;\n    tile[i] = list[at];\n    GroupMemoryBarrierWithGroupSync();\n    list[at] = tile[63 - i];\n}", "cbuffer Frame { uint count; };\nRWBuffer<float> list : register(u1);\ngroupshared float tile[64];\n[numthreads(64, 1, 1)] void main(uint at : SV_DispatchThreadID, uint i : SV_GroupIndex) {\n    if (at < count) tile[i] = list[at];\n    GroupMemoryBarrierWithGroupSync();\n    if (at < count) list[at] = tile[63 - i];\n}"),
    with("W2551", "-T ps_6_0", "Texture2D map : register(t0);\nSamplerState smooth : register(s1);\nfloat4 main(float2 at : AT) : SV_Target {\n    if (at.x > 0.5) return map.Sample(smooth, at);\n    return 0;\n}", "Texture2D map : register(t0);\nSamplerState smooth : register(s1);\nfloat4 main(float2 at : AT) : SV_Target {\n    float4 tint = map.Sample(smooth, at);\n    if (at.x > 0.5) return tint;\n    return 0;\n}"),
    with("W2552", "-T ps_6_0 -fspv-target-env=vulkan1.2", "Texture2D maps[16] : register(t0);\nfloat4 main(nointerpolation uint i : I) : SV_Target {\n    return maps[i].Load(int3(0, 0, 0));\n}", "Texture2D maps[16] : register(t0);\nfloat4 main(nointerpolation uint i : I) : SV_Target {\n    return maps[NonUniformResourceIndex(i)].Load(int3(0, 0, 0));\n}"),
    pixel("W2553", "float4 main(nointerpolation int count : COUNT) : SV_Target {\n    float sum = 0;\n    [unroll] for (int i = 0; i < count; i++) sum += i;\n    return sum;\n}", "float4 main(nointerpolation int count : COUNT) : SV_Target {\n    float sum = 0;\n    [loop] for (int i = 0; i < count; i++) sum += i;\n    return sum;\n}"),
    with("W2554", "-T cs_6_0", "[numthreads(64, 32, 1)] void main() { }", "[numthreads(32, 32, 1)] void main() { }"),
];
