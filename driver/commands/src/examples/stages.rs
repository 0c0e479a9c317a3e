//! Examples: attributes, layout, bindings and the interfaces of stages.

use super::{Example, options, pixel, with};

const REGISTER_OPTIONS: &str = "-T ps_6_0 -fvk-bind-register t0 0 1 0";
const LOADS: &str = "Texture2D map : register(t0);\nfloat4 main() : SV_Target { return map.Load(int3(0, 0, 0)); }";

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Example] = &[
    pixel("E2501", "cbuffer Frame {\n    float4 tint : packoffset(c0);\n    float time : packoffset(c0.y);\n};\nfloat4 main() : SV_Target { return tint * time; }", "cbuffer Frame {\n    float4 tint : packoffset(c0);\n    float time : packoffset(c1);\n};\nfloat4 main() : SV_Target { return tint * time; }"),
    pixel("W2564", "cbuffer Frame {\n    float4 tint : packoffset(c1);\n    float time;\n};\nfloat4 main() : SV_Target { return tint * time; }", "cbuffer Frame {\n    float4 tint : packoffset(c1);\n    float time : packoffset(c2);\n};\nfloat4 main() : SV_Target { return tint * time; }"),
    with("W2502", "-T ps_6_0 -Vd", "struct Light { float gain; [[vk::offset(6)]] float size; };\nStructuredBuffer<Light> lights;\nfloat4 main() : SV_Target { return lights[0].size; }", "struct Light { float gain; [[vk::offset(8)]] float size; };\nStructuredBuffer<Light> lights;\nfloat4 main() : SV_Target { return lights[0].size; }"),
    with("E5115", "-T cs_6_0", "struct Key { float time; float2 value; };\nstruct Track { uint count; Key key; };\nRWStructuredBuffer<Track> tracks;\n[numthreads(1, 1, 1)]\nvoid main() { tracks[0].key.value = 0; }", "struct Key { float2 value; float time; };\nstruct Track { uint count; Key key; };\nRWStructuredBuffer<Track> tracks;\n[numthreads(1, 1, 1)]\nvoid main() { tracks[0].key.value = 0; }"),
    options("E2503", "-T ps_6_0 -fvk-t-shift 4294967295 0", "-T ps_6_0 -fvk-t-shift 10 0", "Texture2D map : register(t1);\nfloat4 main() : SV_Target { return map.Load(int3(0, 0, 0)); }"),
    with("E2506", REGISTER_OPTIONS, "Texture2D map;\nfloat4 main() : SV_Target { return map.Load(int3(0, 0, 0)); }", LOADS),
    with("E2507", REGISTER_OPTIONS, "Texture2D map : register(t3);\nfloat4 main() : SV_Target { return map.Load(int3(0, 0, 0)); }", LOADS),
    options("E2505", "-T ps_6_0 -fvk-bind-register t0 0 1 0", "-T ps_6_0 -fvk-bind-register t0 0 1 0 -fvk-bind-globals 2 0", "float gain;\nfloat4 main() : SV_Target { return gain; }"),
    pixel("W2510", "void f(int x) { [unrol] for (int i = 0; i < 3; i++) x++; }", "void f(int x) { [unroll] for (int i = 0; i < 3; i++) x++; }"),
    pixel("E2511", "[[vk::binding(1)]] void f() { }", "[[vk::binding(1)]] Texture2D map;"),
    pixel("E2512", "[[vk::binding]] Texture2D map;", "[[vk::binding(1)]] Texture2D map;"),
    pixel("W2411", "struct Light { float3 color; };\nStructuredBuffer<Light> lights;\nfloat3 first() { uint status; return lights.Load(0, status).color; }", "struct Light { float3 color; };\nStructuredBuffer<Light> lights;\nfloat3 first() { return lights.Load(0).color; }"),
    pixel("W2518", "[[vk::image_format(\"rgba99f\")]] RWTexture2D<float> image;", "[[vk::image_format(\"r32f\")]] RWTexture2D<float> image;"),
    with("W2519", "-T ps_6_0", "float4 main(float side : VFACE) : SV_Target { return side > 0 ? 1 : 0; }", "float4 main(bool front : SV_IsFrontFace) : SV_Target { return front ? 1 : 0; }"),
    pixel("E2513", "[[vk::image_format(3)]] RWTexture2D<float> image;", "[[vk::image_format(\"r32f\")]] RWTexture2D<float> image;"),
    pixel("E2514", "[[vk::binding(-1)]] Texture2D map;", "[[vk::binding(1)]] Texture2D map;"),
    with("W2515", "-T vs_6_0", "float4 plane;\n[clipplanes(plane)] float4 main() : SV_Position { return 0; }", "float4 plane;\nfloat4 main(out float distance : SV_ClipDistance) : SV_Position { distance = plane.w; return 0; }"),
    pixel("W2516", "void f(int x) { [unroll] if (x > 0) x++; }", "void f(int x) { [branch] if (x > 0) x++; }"),
    pixel("W2517", "void f(int x) { [unroll(1.5)] for (int i = 0; i < 4; i++) x++; }", "void f(int x) { [unroll(2)] for (int i = 0; i < 4; i++) x++; }"),
    with("E2520", "-T ps_6_0", "float4 main(float2 at) : SV_Target { return float4(at, 0, 1); }", "float4 main(float2 at : AT) : SV_Target { return float4(at, 0, 1); }"),
    with("E2521", "-T ps_6_0", "float4 main() : SV_Position { return 0; }", "float4 main() : SV_Target { return 0; }"),
    options("E2522", "-T ps_6_0", "-T ps_6_1", "float4 main(float3 at : SV_Barycentrics) : SV_Target { return at.x; }"),
    with("E2523", "-T ps_6_0", "float4 main(float4 id : SV_PrimitiveID) : SV_Target { return id; }", "float4 main(uint id : SV_PrimitiveID) : SV_Target { return id; }"),
    with("E2524", "-T ps_6_0", "float4 main(float a : A, float b : A) : SV_Target { return a + b; }", "float4 main(float a : A0, float b : A1) : SV_Target { return a + b; }"),
    with("E2525", "-T ps_6_0", "float4 main(Texture2D map : MAP) : SV_Target { return map[uint2(0, 0)]; }", "Texture2D map;\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }"),
    with("W2526", "-T ps_6_0", "struct In { float a : A; float b : B; };\nfloat4 main(In input : INPUT) : SV_Target { return input.a + input.b; }", "struct In { float a : A; float b : B; };\nfloat4 main(In input) : SV_Target { return input.a + input.b; }"),
    with("E2527", "-T ps_6_0", "float4 main(centroid int a : A) : SV_Target { return a; }", "float4 main(nointerpolation int a : A) : SV_Target { return a; }"),
    with("E2528", "-T ps_6_0", "float4 main([[vk::location(1)]] float a : A, float b : B) : SV_Target { return a + b; }", "float4 main([[vk::location(1)]] float a : A, [[vk::location(0)]] float b : B) : SV_Target { return a + b; }"),
    with("E2529", "-T ps_6_0", "float4 main([[vk::location(1)]] float a : A, [[vk::location(1)]] float b : B) : SV_Target { return a + b; }", "float4 main([[vk::location(1)]] float a : A, [[vk::location(2)]] float b : B) : SV_Target { return a + b; }"),
    with("E2530", "-T cs_6_0", "void main(uint3 at : SV_DispatchThreadID) { }", "[numthreads(64, 1, 1)] void main(uint3 at : SV_DispatchThreadID) { }"),
    with("E2531", "-T hs_6_0", HULL_WRONG, HULL_RIGHT),
    with("E2532", "-T cs_6_0", "[numthreads(64, 0, 1)] void main() { }", "[numthreads(64, 1, 1)] void main() { }"),
    pixel("E2533", "cbuffer Frame { int2x3 table; };\nfloat4 main() : SV_Target { return table[0][0]; }", "cbuffer Frame { row_major int2x3 table; };\nfloat4 main() : SV_Target { return table[0][0]; }"),
    with("E2535", "-T ps_6_1", "float4 main(float4 a : A) : SV_Target { return GetAttributeAtVertex(a, 0); }", "float4 main(nointerpolation float4 a : A) : SV_Target { return GetAttributeAtVertex(a, 0); }"),
    with("E2536", "-T ps_6_0", "[[vk::combinedImageSampler]] Texture2D map : register(t1);\n[[vk::combinedImageSampler]] SamplerState smooth : register(s2);\nfloat4 main(float2 at : AT) : SV_Target { return map.Sample(smooth, at); }", "[[vk::combinedImageSampler]] Texture2D map : register(t1);\n[[vk::combinedImageSampler]] SamplerState smooth : register(s1);\nfloat4 main(float2 at : AT) : SV_Target { return map.Sample(smooth, at); }"),
    with("E2504", "-T ps_6_0 -fvk-bind-register u0 0 1 0", "RWStructuredBuffer<float> list : register(u0);\nfloat4 main() : SV_Target { return list.IncrementCounter(); }", "RWStructuredBuffer<float> list : register(u0);\nfloat4 main() : SV_Target { return list[0]; }"),
    options("E2534", "-T ps_6_6 -fvk-bind-register s1 0 2 0", "-T ps_6_6 -fvk-bind-register s1 0 2 0 -fvk-bind-resource-heap 0 1", "SamplerState smooth : register(s1);\nfloat4 main() : SV_Target {\n    Texture2D map = ResourceDescriptorHeap[0];\n    return map.Sample(smooth, 0.5);\n}"),
    with("E2537", "-T hs_6_0", PATCH_WRONG, PATCH_RIGHT),
    with("E2538", "-T gs_6_0", "struct V { float4 at : SV_Position; };\n[maxvertexcount(1)] void main(triangle float4 a[3] : A, line float4 b[2] : B, inout PointStream<V> points) { }", "struct V { float4 at : SV_Position; };\n[maxvertexcount(1)] void main(triangle float4 a[3] : A, inout PointStream<V> points) { }"),
    with("E2539", "-T gs_6_0", "struct V { float4 at : SV_Position; };\n[maxvertexcount(1)] float4 main(line float4 a[2] : A, inout PointStream<V> points) : COLOR { return 0; }", "struct V { float4 at : SV_Position; float4 tint : COLOR; };\n[maxvertexcount(1)] void main(line float4 a[2] : A, inout PointStream<V> points) { }"),
    with("W2540", "-T ps_6_0 -Wregister-overlap", "cbuffer Frame : register(b0) { float4 tint; };\nTexture2D map : register(t0);\nfloat4 main() : SV_Target { return tint * map[uint2(0, 0)]; }", "cbuffer Frame : register(b0) { float4 tint; };\nTexture2D map : register(t1);\nfloat4 main() : SV_Target { return tint * map[uint2(0, 0)]; }"),
    with("W2541", "-T ps_6_0", "Texture2D map : register(t0);\nTexture2D other : register(t0);\nfloat4 main() : SV_Target { return map[uint2(0, 0)] + other[uint2(0, 0)]; }", "Texture2D map : register(t0);\nTexture2D other : register(t1);\nfloat4 main() : SV_Target { return map[uint2(0, 0)] + other[uint2(0, 0)]; }"),
    with("E2546", "-T ps_6_0", "Texture2D map : register(t0) : register(t1);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }", "Texture2D map : register(t0);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }"),
    with("E2542", "-T ps_6_0", "Texture2D map : register(b0);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }", "Texture2D map : register(t0);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }"),
    with("E2543", "-T ps_6_0", "float4 main(float4 at : SV_Positon) : SV_Target { return at; }", "float4 main(float4 at : SV_Position) : SV_Target { return at; }"),
    with("W2544", "-T vs_6_0", "float4 main(float3 at : AT) : POSITION { return float4(at, 1); }", "float4 main(float3 at : AT) : SV_Position { return float4(at, 1); }"),
    with("W2545", "-T vs_6_0", "struct V { float4 at : SV_Position; float2 uv : UV; };\nV main(float2 uv : UV) { V v; v.uv = uv; return v; }", "struct V { float4 at : SV_Position; float2 uv : UV; };\nV main(float2 uv : UV) { V v; v.uv = uv; v.at = float4(uv, 0, 1); return v; }"),
    with("E2547", "-T lib_6_5 -fspv-target-env=vulkan1.2", "struct Payload { float4 colour; };\n[shader(\"miss\")] void sky(inout Payload payload, uint2 at : SV_DispatchThreadID) { }", "struct Payload { float4 colour; };\n[shader(\"miss\")] void sky(inout Payload payload) { uint2 at = DispatchRaysIndex().xy; }"),
    with("E2548", "-T lib_6_5 -fspv-target-env=vulkan1.2", "struct Payload { float4 colour; };\n[shader(\"miss\")] void sky(Payload payload) { payload.colour = 1; }", "struct Payload { float4 colour; };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }"),
    with("E2549", "-T lib_6_5 -fspv-target-env=vulkan1.2", "[shader(\"callable\")] void light(inout float3 colour) { colour = 1; }", "struct Light { float3 colour; };\n[shader(\"callable\")] void light(inout Light data) { data.colour = 1; }"),
    with("E2555", "-T lib_6_5 -fspv-target-env=vulkan1.2", "struct Payload { float4 colour; };\n[shader(\"miss\")] float4 sky(inout Payload payload) { return 1; }", "struct Payload { float4 colour; };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }"),
    with("E2590", "-T ps_6_0", "Texture2D map : registers(t1);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }", "Texture2D map : register(t1);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }"),
    with("E2591", "-T ps_6_0", "Texture2D map : register();\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }", "Texture2D map : register(t1);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }"),
    with("E2600", "-T ps_6_0", "float4 main() : SV_Target[0] { return 1; }", "float4 main() : SV_Target0 { return 1; }"),
    with("E2601", "-T ps_6_0", "struct Maps { Texture2D list[]; };\nMaps maps;\nfloat4 main() : SV_Target { return maps.list[0][uint2(0, 0)]; }", "struct Maps { Texture2D list[2]; };\nMaps maps;\nfloat4 main() : SV_Target { return maps.list[0][uint2(0, 0)]; }"),
    with("E2602", "-T cs_6_8", "[numthreads(1, 1, 1)] void main() { Barrier(UAV_MEMORY, 8); }", "[numthreads(1, 1, 1)] void main() { Barrier(UAV_MEMORY, DEVICE_SCOPE); }"),
    with("W2170", "-T ps_6_0", "Texture2D map : register(s1);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }", "Texture2D map : register(t1);\nfloat4 main() : SV_Target { return map[uint2(0, 0)]; }"),
    with("E2592", "-T gs_6_0", "struct V { float4 at : SV_Position; };\n[maxvertexcount(1)] void main(triangle V v[2], inout PointStream<V> points) { points.Append(v[0]); }", "struct V { float4 at : SV_Position; };\n[maxvertexcount(1)] void main(triangle V v[3], inout PointStream<V> points) { points.Append(v[0]); }"),
    with("E2593", "-T vs_6_0", "float4 main(uint id : SV_VertexID) : SV_Position1 { return id; }", "float4 main(uint id : SV_VertexID) : SV_Position { return id; }"),
    with("E2594", "-T ps_6_0", "float4 main(out float far : SV_DepthGreaterEqual, out float near : SV_DepthLessEqual) : SV_Target { far = near = 0.5; return 1; }", "float4 main(out float far : SV_DepthGreaterEqual) : SV_Target { far = 0.5; return 1; }"),
    with("E2556", "-T lib_6_5 -fspv-target-env=vulkan1.2", "[shader(\"raygen\")] void rays() { }", "[shader(\"raygeneration\")] void rays() { }"),
    with("E2557", "-T lib_6_8", "[shader(\"vertex\")] [nodelaunch(\"thread\")] float4 corner() : SV_Position { return 1; }", "[shader(\"vertex\")] float4 corner() : SV_Position { return 1; }"),
    with("E2558", "-T cs_6_0", "[shader(\"pixel\")] [numthreads(8, 8, 1)] void main() { }", "[shader(\"compute\")] [numthreads(8, 8, 1)] void main() { }"),
    with("W2559", "-T ps_6_0", "float4 main() : SV_Target8 { return 1; }", "float4 main() : SV_Target7 { return 1; }"),
    with("W2560", "-T vs_6_0", "struct V { float4 at : SV_Position; float2 uv : UV; };\nV main(float4 at : AT) { V v; v.at = at; return v; }", "struct V { float4 at : SV_Position; float2 uv : UV; };\nV main(float4 at : AT) { V v; v.at = at; v.uv = at.xy; return v; }"),
    with("W2561", "-T ps_6_0 -Wpadded", "cbuffer Scene { float gain; float4 tint; };\nfloat4 main() : SV_Target { return tint * gain; }", "cbuffer Scene { float gain; float3 unused; float4 tint; };\nfloat4 main() : SV_Target { return tint * gain; }"),
    pixel("E2562", "struct Page { [[vk::offset(0)]] float a; [[vk::offset(4092)]] float b; };\nstruct Pages { Page p[1 << 20]; };\nRWStructuredBuffer<Pages> all;", "struct Page { [[vk::offset(0)]] float a; [[vk::offset(4092)]] float b; };\nRWStructuredBuffer<Page> all;"),
    with("E2565", "-T cs_6_0", "[numthreads(8, 8, 1)]\nvoid main(uint3 at : SV_DispatchThreadID, out float4 tint : COLOR) { tint = at.x; }", "RWStructuredBuffer<float4> tints;\n[numthreads(8, 8, 1)]\nvoid main(uint3 at : SV_DispatchThreadID) { tints[at.x] = at.y; }"),
    with("E2566", PAYLOADS, "struct [raypayload] Payload { float4 colour : read(caller) : write(closesthit, intersection); };\n[shader(\"closesthit\")] void shade(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { payload.colour = 1; }", "struct [raypayload] Payload { float4 colour : read(caller) : write(closesthit); };\n[shader(\"closesthit\")] void shade(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { payload.colour = 1; }"),
    with("E2567", PAYLOADS, "struct [raypayload] Payload { float4 colour : write(miss) : read(caller) : write(closesthit); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }", "struct [raypayload] Payload { float4 colour : read(caller) : write(miss, closesthit); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }"),
    with("E2568", PAYLOADS, "struct [raypayload] Payload { float4 colour : write(miss); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }", "struct [raypayload] Payload { float4 colour : read(caller) : write(miss); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }"),
    with("E2569", PAYLOADS, "struct Payload { float4 colour; };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }", "struct [raypayload] Payload { float4 colour : read(caller) : write(miss); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }"),
    with("W2570", PAYLOADS, "struct [raypayload] Payload { float4 colour : read(caller) : write(closesthit); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }", "struct [raypayload] Payload { float4 colour : read(caller) : write(closesthit, miss); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = 1; }"),
    with("W2571", PAYLOADS, "struct [raypayload] Payload { float4 colour : read(caller) : write(miss); float depth : read(caller) : write(caller); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = payload.depth; }", "struct [raypayload] Payload { float4 colour : read(caller) : write(miss); float depth : read(caller, miss) : write(caller); };\n[shader(\"miss\")] void sky(inout Payload payload) { payload.colour = payload.depth; }"),
    with("W2572", MESHES, "struct Vertex { float4 at : SV_Position; };\n[outputtopology(\"triangle\")] [numthreads(1, 1, 1)]\nvoid main(out vertices Vertex corners[3], out indices uint3 triangles[1]) {\n    corners[0] = corners[1] = corners[2] = (Vertex)0;\n    triangles[0] = uint3(0, 1, 2);\n}", MESH),
    with("W2573", MESHES, "struct Vertex { float4 at : SV_Position; };\n[outputtopology(\"triangle\")] [numthreads(1, 1, 1)]\nvoid main(out vertices Vertex corners[3], out indices uint3 triangles[1]) {\n    SetMeshOutputCounts(0, 0);\n    SetMeshOutputCounts(3, 1);\n    corners[0] = corners[1] = corners[2] = (Vertex)0;\n    triangles[0] = uint3(0, 1, 2);\n}", MESH),
    with("W2574", "-T vs_6_0", "float4 main(float4 at : POSITION) : SV_Position { return at + 0 * ddx(1.5); }", "float4 main(float4 at : POSITION) : SV_Position { return at; }"),
    with("W2580", "-T vs_6_0", "struct V { float4 at : SV_Position; };\nV main(float3 at : AT) { V v; v.at.xyz = at; return v; }", "struct V { float4 at : SV_Position; };\nV main(float3 at : AT) { V v; v.at = float4(at, 1); return v; }"),
    with("W2581", "-T vs_6_0 -Wposition-elsewhere", "float4 main(float4 at : AT) : WORLD { return at; }", "float4 main(float4 at : AT) : SV_Position { return at; }"),
    with("W2575", "-T lib_6_8 -fspv-target-env=vulkan1.3", "struct Record { uint number; };\n[shader(\"node\")] [NodeLaunch(\"thread\")]\nvoid split(ThreadNodeInputRecord<Record> input, NodeOutput<Record> next) { }", "struct Record { uint number; };\n[shader(\"node\")] [NodeLaunch(\"thread\")]\nvoid split(ThreadNodeInputRecord<Record> input, [MaxRecords(4)] NodeOutput<Record> next) { }"),
    with("W2582", "-T cs_6_0", "RWStructuredBuffer<uint> flags;\nvoid raise(globallycoherent RWStructuredBuffer<uint> list, uint at) { list[at] = 1; }\n[numthreads(8, 1, 1)]\nvoid main(uint lane : SV_GroupIndex) { raise(flags, lane); }", "globallycoherent RWStructuredBuffer<uint> flags;\nvoid raise(globallycoherent RWStructuredBuffer<uint> list, uint at) { list[at] = 1; }\n[numthreads(8, 1, 1)]\nvoid main(uint lane : SV_GroupIndex) { raise(flags, lane); }"),
    with("W2583", "-T cs_6_0", "struct Path { float length; };\nstruct Plane { float sum; void add(inout Path path) { sum += path.length; } };\nRWStructuredBuffer<Plane> planes;\nvoid commit(const Path path) { Plane plane = planes[0]; plane.add(path); planes[0] = plane; }\n[numthreads(1, 1, 1)] void main() { Path path = { 1 }; commit(path); }", "struct Path { float length; };\nstruct Plane { float sum; void add(Path path) { sum += path.length; } };\nRWStructuredBuffer<Plane> planes;\nvoid commit(const Path path) { Plane plane = planes[0]; plane.add(path); planes[0] = plane; }\n[numthreads(1, 1, 1)] void main() { Path path = { 1 }; commit(path); }"),
    with("E2595", MESHES, "struct Vertex { float4 at : SV_Position; };\n[outputtopology(\"triangle\")] [numthreads(1, 1, 1)]\nvoid main(out vertices Vertex corners[3], out indices uint3 triangles[1]) {\n    SetMeshOutputCounts(4, 1);\n    corners[0] = corners[1] = corners[2] = (Vertex)0;\n    triangles[0] = uint3(0, 1, 2);\n}", MESH),
    with("E2660", "-T cs_6_6 -HV 202x", "RWStructuredBuffer<float> r;\ngroupshared float g;\n[noinline] void fill(groupshared float x) { x = 1; }\n[numthreads(1, 1, 1)]\nvoid main() { fill(g); r[0] = g; }", "RWStructuredBuffer<float> r;\ngroupshared float g;\nvoid fill(groupshared float x) { x = 1; }\n[numthreads(1, 1, 1)]\nvoid main() { fill(g); r[0] = g; }"),
    with("E2661", "-T cs_6_6 -HV 202x", "RWStructuredBuffer<float> r;\nfloat scale = 2;\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = scale; }", "RWStructuredBuffer<float> r;\nstatic const float scale = 2;\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = scale; }"),
    with("E2662", "-T cs_6_6 -HV 202x", "RWStructuredBuffer<float> r;\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = static_cast<float>(1, 2); }", "RWStructuredBuffer<float> r;\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = static_cast<float>(1); }"),
    with("E2663", "-T cs_6_6 -HV 202x", "RWStructuredBuffer<float> r;\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = hlsl::bit_cast<float>(int2(1, 2)); }", "RWStructuredBuffer<float> r;\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = hlsl::bit_cast<float>(1); }"),
    with("E2664", "-T cs_6_6 -HV 202x", "RWStructuredBuffer<float> r;\nstruct S { float x; float get() { return x; } };\n[numthreads(1, 1, 1)]\nvoid main() { const S s = { 2 }; r[0] = s.get(); }", "RWStructuredBuffer<float> r;\nstruct S { float x; float get() const { return x; } };\n[numthreads(1, 1, 1)]\nvoid main() { const S s = { 2 }; r[0] = s.get(); }"),
    with("E2665", "-T cs_6_6 -HV 202x", "RWStructuredBuffer<float> r;\nfloat two() const { return 2; }\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = two(); }", "RWStructuredBuffer<float> r;\nfloat two() { return 2; }\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = two(); }"),
    with("E2681", "-T ps_6_0 -HV 202x", "struct Two { float x; operator float2() { return x; } operator float3() { return x; } };\nfloat4 main() : SV_Target {\n    Two t = { 1 };\n    return (float)t;\n}", "struct Two { float x; operator float2() { return x; } operator float3() { return x; } };\nfloat4 main() : SV_Target {\n    Two t = { 1 };\n    return ((float2)t).x;\n}"),
    with("E2682", "-T ps_6_0 -HV 202x", "float4 main() : SV_Target { return hlsl::numeric_limits<float4>::max(); }", "float4 main() : SV_Target { return hlsl::numeric_limits<float>::max(); }"),
    with("E2684", "-T ps_6_0 -HV 202x", "auto scale(bool b) { if (b) return 1; return 2.0; }\nfloat4 main(float x : X) : SV_Target { return scale(x > 0); }", "auto scale(bool b) { if (b) return 1.0; return 2.0; }\nfloat4 main(float x : X) : SV_Target { return scale(x > 0); }"),
    with("E2685", "-T ps_6_0 -HV 202x", "auto later(float x);\nfloat4 main(float x : X) : SV_Target { return later(x); }", "auto later(float x) { return x; }\nfloat4 main(float x : X) : SV_Target { return later(x); }"),
    with("E2686", "-T ps_6_0 -HV 202x", "float4 main(float x : X) : SV_Target {\n    constexpr float y = x;\n    return y;\n}", "float4 main(float x : X) : SV_Target {\n    const float y = x;\n    return y;\n}"),
    with("E2687", "-T ps_6_0 -HV 202x", "float4 main(float2 v : V) : SV_Target {\n    float4 w = { v, 1 };\n    return w;\n}", "float4 main(float2 v : V) : SV_Target {\n    float4 w = { v, 1, 0 };\n    return w;\n}"),
    options("E2683", "-T ps_6_0 -HV 2021", "-T ps_6_0 -HV 202x", "auto twice(float x) { return 2 * x; }\nfloat4 main(float x : X) : SV_Target { return twice(x); }"),
    with("E2670", "-T cs_6_0", "struct S { float x; float next() { return ++x; } };\ncbuffer C { S s; };\nRWStructuredBuffer<float> r;\n[numthreads(1, 1, 1)]\nvoid main() { r[0] = s.next(); }", "struct S { float x; float next() { return ++x; } };\ncbuffer C { S s; };\nRWStructuredBuffer<float> r;\n[numthreads(1, 1, 1)]\nvoid main() { S copy = s; r[0] = copy.next(); }"),
    with("W2596", "-T gs_6_0", "struct Corner { float4 at : SV_Position; };\n[maxvertexcount(1)]\nvoid main(line Corner ends[4], inout PointStream<Corner> stream) { stream.Append(ends[1]); }", "struct Corner { float4 at : SV_Position; };\n[maxvertexcount(1)]\nvoid main(line Corner ends[2], inout PointStream<Corner> stream) { stream.Append(ends[1]); }"),
    pixel("E5116", "float4 main(float2 uv : UV) : SV_Target { return EvaluateAttributeCentroid(uv * 2).xyxy; }", "float4 main(float2 uv : UV) : SV_Target { return EvaluateAttributeCentroid(uv).xyxy * 2; }"),
    with("E5117", "-T vs_6_0", "float4 main(float4 at : POSITION) : SV_Position { return at + ddx(at.x); }", "float4 main(float4 at : POSITION) : SV_Position { return at; }"),
    with("E5119", MESHES, "struct Vertex { float4 at : SV_Position; };\n[outputtopology(\"triangle\")] [numthreads(1, 1, 1)]\nvoid main(out vertices Vertex corners[3], out indices uint3 triangles[1]) {\n    uint count = 3;\n    SetMeshOutputCounts(count + 1, 1);\n    corners[0] = corners[1] = corners[2] = (Vertex)0;\n    triangles[0] = uint3(0, 1, 2);\n}", MESH),
    with("E5139", "-T cs_6_0", "[[vk::image_format(\"rgba16ui\")]] Buffer<int4> lists[2] : register(t0);\nRWBuffer<int> found : register(u2);\n[numthreads(1, 1, 1)] void main(uint at : SV_DispatchThreadID) { found[at] = lists[1][at].x; }", "[[vk::image_format(\"rgba16i\")]] Buffer<int4> lists[2] : register(t0);\nRWBuffer<int> found : register(u2);\n[numthreads(1, 1, 1)] void main(uint at : SV_DispatchThreadID) { found[at] = lists[1][at].x; }"),
    with("E5138", "-T cs_6_0", "[[vk::image_format(\"r8ui\")]] RWTexture2D<uint> counts : register(u0);\n[numthreads(8, 8, 1)] void main(uint2 at : SV_DispatchThreadID) { InterlockedAdd(counts[at], 1u); }", "[[vk::image_format(\"r32ui\")]] RWTexture2D<uint> counts : register(u0);\n[numthreads(8, 8, 1)] void main(uint2 at : SV_DispatchThreadID) { InterlockedAdd(counts[at], 1u); }"),
    with("E5109", "-T cs_6_0", "RWBuffer<uint> a : register(u0), b : register(u1);\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {\n    RWBuffer<uint> list = a;\n    if (i > 3) list = b;\n    list[i] = 1;\n}", "RWBuffer<uint> a : register(u0), b : register(u1);\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {\n    if (i > 3) b[i] = 1;\n    else a[i] = 1;\n}"),
];

const PAYLOADS: &str = "-T lib_6_7 -fspv-target-env=vulkan1.3";
const MESHES: &str = "-T ms_6_5 -fspv-target-env=vulkan1.3";
const MESH: &str = "struct Vertex { float4 at : SV_Position; };
[outputtopology(\"triangle\")] [numthreads(1, 1, 1)]
void main(out vertices Vertex corners[3], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(3, 1);
    corners[0] = corners[1] = corners[2] = (Vertex)0;
    triangles[0] = uint3(0, 1, 2);
}";

const PATCH_WRONG: &str = "struct P { float4 position : POSITION; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
C constants(InputPatch<P, 2> patch) { C c = { 1, 1, 1, 1 }; return c; }
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
[outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }";

const PATCH_RIGHT: &str = "struct P { float4 position : POSITION; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
C constants(InputPatch<P, 3> patch) { C c = { 1, 1, 1, 1 }; return c; }
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
[outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }";

const HULL_WRONG: &str = "struct P { float4 position : SV_Position; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
C constants() { C c = { 1, 1, 1, 1 }; return c; }
[domain(\"triangle\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
[outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }";

const HULL_RIGHT: &str = "struct P { float4 position : SV_Position; };
struct C { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
C constants() { C c = { 1, 1, 1, 1 }; return c; }
[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
[outputcontrolpoints(3)] [patchconstantfunc(\"constants\")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }";
