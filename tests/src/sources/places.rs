//! Each type in each place: as a member of each kind of block, an element of each kind of buffer, an input and output of
//! each stage, a payload, a local, a parameter and a result.

use super::{Source, options};
use ::mutants::Numbers;

/// Declarations that types need, with their names.
const DECLARATIONS: &[(&str, &str)] = &[
    ("Empty", "struct Empty {};"),
    ("HasEmpty", "struct HasEmpty { Empty e; float f; };"),
    ("EmptyArr", "struct EmptyArr { Empty e[3]; float f; };"),
    ("OnlyEmpty", "struct OnlyEmpty { Empty e; };"),
    ("Tex", "struct Tex { Texture2D t; };"),
    ("TexF", "struct TexF { float f; Texture2D t; };"),
    ("Sam", "struct Sam { SamplerState s; float4 f; };"),
    ("Buf", "struct Buf { StructuredBuffer<float> a; float4 f; };"),
    ("BufOnly", "struct BufOnly { StructuredBuffer<float> a; };"),
    ("RW", "struct RW { RWStructuredBuffer<float> a; };"),
    ("Bits", "struct Bits { uint a : 3; uint b : 30; uint c : 1; };"),
    ("Mat", "struct Mat { bool3x2 m; int2x3 n; row_major float3x2 f; };"),
    ("Bools", "struct Bools { bool b; bool3 c; bool d[2]; };"),
    ("Nest", "struct Nest { Bools b[2]; Mat m; double d; };"),
    ("Deriv", "struct Deriv : Bools { float z; };"),
    ("En", "enum En { A, B };"),
    ("WithEnum", "struct WithEnum { En e; En f[2]; };"),
    ("RQ", "struct RQ { RayQuery<0> q; };"),
    ("AS", "struct AS { RaytracingAccelerationStructure a; };"),
    ("Ptr", "struct Ptr { vk::BufferPointer<Bools> p; };"),
    ("Cyc", "struct Cyc; typedef vk::BufferPointer<Cyc> CycP; struct Cyc { CycP next; float f; };"),
    ("PtrTex", "struct PtrTex { vk::BufferPointer<Tex> p; };"),
    ("PtrEmpty", "struct PtrEmpty { vk::BufferPointer<Empty> p; };"),
    ("Str", "struct Str { float f; static const int k = 3; };"),
    ("Meth", "struct Meth { float f; float get() { return f; } };"),
    ("CB", "struct CB { ConstantBuffer<Bools> c; };"),
    ("BA", "struct BA { ByteAddressBuffer b; float x; };"),
    ("Half", "struct Half { half h; min16float m; half3 v[3]; };"),
    ("L", "struct L { int64_t a; uint64_t2 b; };"),
    ("One", "struct One { float1 a; float1x1 b; float4x1 c; float1x4 d; bool1 e; };"),
    ("W", "template<typename T> struct W { T t; };"),
    ("I", "interface I { float g(); };"),
    ("Impl", "struct Impl : I { float g() { return 1; } };"),
    ("Sub", "struct Sub { SubpassInput s; };"),
    ("Strm", "struct Strm { PointStream<Bools> s; };"),
];

const TYPES: &[&str] = &[
    "Empty",
    "HasEmpty",
    "EmptyArr",
    "OnlyEmpty",
    "Tex",
    "TexF",
    "Sam",
    "Buf",
    "BufOnly",
    "RW",
    "Bits",
    "Mat",
    "Bools",
    "Nest",
    "Deriv",
    "En",
    "WithEnum",
    "RQ",
    "AS",
    "Ptr",
    "Cyc",
    "CycP",
    "PtrTex",
    "PtrEmpty",
    "Str",
    "Meth",
    "CB",
    "BA",
    "Half",
    "L",
    "One",
    "W<float>",
    "W<Empty>",
    "W<Tex>",
    "I",
    "Impl",
    "Sub",
    "Strm",
    "float",
    "bool",
    "bool3",
    "bool2x2",
    "int2x2",
    "float3x2",
    "double3",
    "half",
    "min16int2",
    "string",
    "Texture2D",
    "SamplerState",
    "StructuredBuffer<float>",
    "RWStructuredBuffer<Empty>",
    "ConstantBuffer<Bools>",
    "ByteAddressBuffer",
    "RaytracingAccelerationStructure",
    "RayQuery<0>",
    "void",
    "matrix",
    "vector",
    "InputPatch<Bools,3>",
    "TriangleStream<Bools>",
    "vk::BufferPointer<float>",
    "BuiltInTriangleIntersectionAttributes",
    "RayDesc",
    "uint16_t",
    "int64_t",
    "float1x1",
    "bool1x1",
    "vk::SpirvType<21,8,8,vk::Literal<vk::integral_constant<uint,8> >,vk::Literal<vk::integral_constant<uint,0> > >",
    "vk::SpirvOpaqueType<5281>",
];

/// A place for the type `@`, which may be followed by the dimensions `#`.
struct Place {
    profile: &'static str,
    declarations: &'static str,
    /// A use in the body of a compute shader; empty where the declarations are a whole shader.
    value: &'static str,
}

const fn place(profile: &'static str, declarations: &'static str, value: &'static str) -> Place {
    Place { profile, declarations, value }
}

const PLACES: &[Place] = &[
    place("cs_6_8", "cbuffer c { @ m#; }", "m"),
    place("cs_6_8", "tbuffer c { @ m#; }", "m"),
    place("cs_6_8", "ConstantBuffer<@> m#;", "m"),
    place("cs_6_8", "TextureBuffer<@> m#;", "m"),
    place("cs_6_8", "StructuredBuffer<@> m#;", "m[0]"),
    place("cs_6_8", "RWStructuredBuffer<@> m#;", "m[0]"),
    place("cs_6_8", "AppendStructuredBuffer<@> m#;", "m"),
    place("cs_6_8", "struct X { @ t#; }; StructuredBuffer<X> m;", "m[0].t"),
    place("cs_6_8", "struct X { @ t#; }; ConstantBuffer<X> m;", "m.t"),
    place("cs_6_8", "struct X { @ t#; }; TextureBuffer<X> m;", "m.t"),
    place("cs_6_8", "struct X { @ t#; float z; }; [[vk::push_constant]] X m;", "m.t"),
    place("cs_6_8", "struct X { @ t#; float z; }; [[vk::push_constant]] ConstantBuffer<X> m;", "m.t"),
    place("cs_6_8", "[[vk::push_constant]] @ m#;", "m"),
    place("cs_6_8", "@ m#;", "m"),
    place("cs_6_8", "static @ m#;", "m"),
    place("cs_6_8", "static const @ m# = (@)0;", "m"),
    place("cs_6_8", "groupshared @ m#;", "m"),
    place(
        "cs_6_8",
        "struct X { @ t#; float z; }; struct Y { vk::BufferPointer<X> p; }; [[vk::push_constant]] Y m;",
        "m.p.Get().t",
    ),
    place("cs_6_8", "struct Y { vk::BufferPointer<@> p#; }; [[vk::push_constant]] Y m;", "m.p.Get()"),
    place("cs_6_8", "", "vk::RawBufferLoad<@>(16)"),
    place("cs_6_8", "ByteAddressBuffer m;", "m.Load<@>(16)"),
    place("cs_6_8", "RWByteAddressBuffer m;", "m.Load<@>(16)"),
    place("cs_6_8", "RWByteAddressBuffer m; void g(@ x) { m.Store(0, x); }", "g((@)0)"),
    place("cs_6_8", "@ g() { @ x; return x; }", "g()"),
    place("cs_6_8", "@ g() { }", "g()"),
    place("cs_6_8", "void g(inout @ x) { } void h() { @ y; g(y); }", "h()"),
    place("cs_6_8", "void g(out @ x#) { } void h() { @ y#; g(y); }", "h()"),
    place("cs_6_8", "[[vk::constant_id(3)]] const @ m = (@)0;", "m"),
    place("cs_6_8", "", "sizeof(@)"),
    place("cs_6_8", "[[vk::shader_record_ext]] cbuffer c { @ m#; }", "m"),
    place("cs_6_8", "[[vk::shader_record_ext]] ConstantBuffer<@> m;", "m"),
    place("cs_6_8", "[[vk::ext_storage_class(6)]] @ m;", "m"),
    place("cs_6_8", "[[vk::ext_builtin_input(28)]] static const @ m;", "m"),
    place("cs_6_8", "Texture2D<@> m;", "m[uint2(0,0)]"),
    place("cs_6_8", "RWBuffer<@> m;", "m[0]"),
    place("ps_6_8", "@ main(@ a# : A) : SV_Target { return a; }", ""),
    place("ps_6_8", "@ main() : SV_Target { @ a = (@)0; return a; }", ""),
    place("ps_6_8", "void main(@ a# : A, out @ b# : SV_Target) { b = a; }", ""),
    place("vs_6_8", "@ main(@ a# : A) : B { return a; }", ""),
    place("vs_6_8", "void main(inout @ a# : A) { }", ""),
    place("vs_6_8", "struct X { @ a# : A; nointerpolation @ b : B; }; X main(X x) { return x; }", ""),
    place(
        "gs_6_8",
        "struct X { @ a# : A; }; [maxvertexcount(3)] void main(triangle X i[3], inout TriangleStream<X> o) { o.Append(i[0]); X x; x.a = i[1].a; o.Append(x); }",
        "",
    ),
    place(
        "gs_6_8",
        "[maxvertexcount(3)] void main(triangle @ i[3] : A, inout TriangleStream<@> o) { o.Append(i[0]); }",
        "",
    ),
    place(
        "ms_6_8",
        "struct X { @ a# : A; }; [numthreads(1,1,1)] [outputtopology(\"triangle\")] void main(out vertices X v[3], out indices uint3 t[1]) { SetMeshOutputCounts(3,1); X x = (X)0; v[0] = x; v[1].a = x.a; t[0] = 0; }",
        "",
    ),
    place(
        "ms_6_8",
        "struct X { @ a# : A; }; void f(out X v[3], uint i) { X x = (X)0; v[0] = x; v[i] = x; v[1].a = x.a; v[i].a = x.a; } [numthreads(1,1,1)] [outputtopology(\"triangle\")] void main(uint i : SV_GroupIndex, out vertices X v[3], out indices uint3 t[1]) { SetMeshOutputCounts(3,1); f(v, i); t[0] = 0; }",
        "",
    ),
    place(
        "ms_6_8",
        "struct X { @ a# : A; }; struct V { float4 p : SV_Position; }; void f(out X v[3], uint i) { X x = (X)0; v[0] = x; v[i] = x; v[1].a = x.a; } [numthreads(1,1,1)] [outputtopology(\"triangle\")] void main(uint i : SV_GroupIndex, out vertices V v[3], out indices uint3 t[1], out primitives X q[3]) { SetMeshOutputCounts(3,1); f(q, i); t[0] = 0; }",
        "",
    ),
    place(
        "ms_6_8",
        "[numthreads(1,1,1)] [outputtopology(\"triangle\")] void main(in payload @ p, out vertices Str v[3], out indices uint3 t[1]) { @ x = p; }",
        "",
    ),
    place("as_6_8", "groupshared @ p; [numthreads(1,1,1)] void main() { DispatchMesh(1,1,1,p); }", ""),
    place(
        "hs_6_8",
        "struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; @ x# : X; }; struct P { @ a# : A; }; C f(InputPatch<P,3> p, OutputPatch<P,3> o) { C c = (C)0; c.x = o[0].a; return c; } [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)] [patchconstantfunc(\"f\")] P main(InputPatch<P,3> p, uint i : SV_OutputControlPointID) { return p[i]; }",
        "",
    ),
    place(
        "ds_6_8",
        "struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; @ x# : X; }; struct P { @ a# : A; }; [domain(\"tri\")] P main(C c, OutputPatch<P,3> p, float3 d : SV_DomainLocation) { P x = p[1]; x.a = c.x; return x; }",
        "",
    ),
    place("lib_6_8", "[shader(\"raygeneration\")] void main() { @ p; CallShader(0, p); }", ""),
    place(
        "lib_6_8",
        "RaytracingAccelerationStructure as; [shader(\"raygeneration\")] void main() { @ p; RayDesc r = (RayDesc)0; TraceRay(as,0,0,0,0,0,r,p); }",
        "",
    ),
    place("lib_6_8", "[shader(\"closesthit\")] void main(inout @ p, @ a) { }", ""),
    place("lib_6_8", "[shader(\"closesthit\")] void main(inout Str p, @ a) { p.f = 1; }", ""),
    place("lib_6_8", "[shader(\"callable\")] void main(inout @ p) { }", ""),
    place("lib_6_8", "[shader(\"miss\")] void main(inout @ p) { }", ""),
    place("lib_6_8", "[shader(\"intersection\")] void main() { @ a = (@)0; ReportHit(1,0,a); }", ""),
    place("lib_6_8", "export @ main(@ a) { return a; }", ""),
    place(
        "lib_6_8",
        "[shader(\"node\")] [NodeLaunch(\"broadcasting\")] [numthreads(1,1,1)] [NodeDispatchGrid(1,1,1)] void main(DispatchNodeInputRecord<@> r) { }",
        "",
    ),
    place(
        "lib_6_8",
        "[shader(\"node\")] [NodeLaunch(\"thread\")] void main(ThreadNodeInputRecord<@> r, [MaxRecords(3)] NodeOutput<@> o) { ThreadNodeOutputRecords<@> q = o.GetThreadNodeOutputRecords(1); q.Get() = r.Get(); q.OutputComplete(); }",
        "",
    ),
];

/// Dimensions of arrays.
const DIMENSIONS: &[&str] = &["", "", "[2]", "[]", "[2][2]"];

/// A type in a place.
pub(super) fn source(numbers: &mut Numbers) -> Source {
    let place = &PLACES[numbers.below(PLACES.len())];
    let ty = TYPES[numbers.below(TYPES.len())];
    let dimensions = DIMENSIONS[numbers.below(DIMENSIONS.len())];
    let fill = |text: &str| text.replace('@', ty).replace('#', dimensions);
    let mut text = fill(place.declarations);
    if place.profile.starts_with("cs") {
        let value = fill(place.value);
        let used = match numbers.below(3) {
            0 => String::new(),
            1 => format!("{value}; "),
            _ => format!("{ty} local{dimensions} = {value}; "),
        };
        text.push_str(&format!("\n[numthreads(1, 1, 1)] void main() {{ {used}}}"));
    }
    let mut options = ["-T", place.profile, "-E", "main", "-fspv-target-env=vulkan1.3"].map(str::to_owned).to_vec();
    if numbers.below(2) == 0 {
        options.push("-enable-16bit-types".to_owned());
    }
    options::vary(&mut options, numbers);
    Source { path: "place.hlsl".to_owned(), options, text: with_declarations(&text) }
}

/// The text behind the declarations that it needs, which may need others.
fn with_declarations(text: &str) -> String {
    let mut needed = vec![false; DECLARATIONS.len()];
    let mut texts = vec![text];
    while let Some(text) = texts.pop() {
        for (at, (name, declaration)) in DECLARATIONS.iter().enumerate() {
            if !needed[at] && names(text, name) {
                needed[at] = true;
                texts.push(declaration);
            }
        }
    }
    let needed =
        DECLARATIONS.iter().zip(needed).filter(|(_, needed)| *needed).map(|((_, text), _)| format!("{text}\n"));
    needed.collect::<String>() + text
}

fn names(text: &str, name: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == name)
}
