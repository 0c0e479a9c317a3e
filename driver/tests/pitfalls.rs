//! What users reported as wrong in other readers and generators, each as a shader or module whose facts are known here by hand.

use hlsl2spirv::reflect::{self, Amount, Binding, Kind, Member, Order, Reflection, Scalar, Struct};
use hlsl2spirv::{Compiler, NoIncludes};
use text::assembly;

/// The document of a compute shader whose statements are these.
fn shader(declarations: &str, statements: &str, options: &[&str]) -> Reflection {
    named("a.hlsl", declarations, statements, options)
}

fn named(file: &str, declarations: &str, statements: &str, options: &[&str]) -> Reflection {
    let text =
        format!("{declarations}\n[numthreads(1, 1, 1)] void main(uint id : SV_DispatchThreadID) {{ {statements} }}\n");
    let compiler = Compiler::from_args(&[&["-T", "cs_6_2"], options].concat()).unwrap();
    compiler.compile(file, &text, &NoIncludes).unwrap_or_else(|error| panic!("{error}")).reflection().unwrap()
}

fn binding<'r>(found: &'r Reflection, name: &str) -> &'r Binding {
    found.bindings.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("there is no {name}"))
}

fn structure<'r>(found: &'r Reflection, name: &str) -> &'r Struct {
    found.structure(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// Offset and size of each member.
fn places(one: &Struct) -> Vec<(u64, u64)> {
    one.members.iter().map(|member| (member.offset, member.size.number().unwrap())).collect()
}

fn member<'r>(one: &'r Struct, name: &str) -> &'r Member {
    one.members.iter().find(|member| member.name == name).unwrap()
}

const ALL: &str = "struct S { float16_t a; double b; float16_t3 c; float d; };";

/// SPIRV-Reflect#280.
#[test]
fn members_of_16_and_64_bits_have_their_sizes() {
    let declarations = format!("{ALL} StructuredBuffer<S> b; RWStructuredBuffer<S> o;");
    let found = shader(&declarations, "o[0] = b[1];", &["-enable-16bit-types", "-fvk-use-dx-layout"]);
    assert_eq!(places(structure(&found, "S")), [(0, 2), (8, 8), (16, 6), (24, 4)]);
    assert_eq!(binding(&found, "b").stride, Some(32));
}

/// SPIRV-Reflect#305.
#[test]
fn members_of_storage_buffers_count_no_padding_of_others() {
    let declarations = "struct P { float3 at; }; struct S { P all[2][3]; float last; }; RWStructuredBuffer<S> b;";
    let found = shader(declarations, "b[0].last = b[1].all[1][2].at.x;", &["-fvk-use-gl-layout"]);
    let all = &member(structure(&found, "S"), "all").ty;
    let dims: Vec<_> = all.dims.iter().map(|dim| (dim.count, dim.stride)).collect();
    assert_eq!(dims, [(Amount::Fixed(2), Some(48)), (Amount::Fixed(3), Some(16))]);
    assert_eq!(places(structure(&found, "S")), [(0, 92), (96, 4)]);
}

/// The document of a compute shader in words, with a storage buffer `b` of two or more numbers.
fn module(offsets: [u32; 2], statements: &str) -> Reflection {
    let [first, second] = offsets;
    let text = format!(
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
         OpExecutionMode %main LocalSize 1 1 1\nOpName %b \"b\"\nOpDecorate %b DescriptorSet 0\nOpDecorate %b Binding 0\n\
         OpDecorate %S BufferBlock\nOpMemberDecorate %S 0 Offset {first}\nOpMemberDecorate %S 1 Offset {second}\n\
         %void = OpTypeVoid\n%fn = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%S = OpTypeStruct %uint %uint\n\
         %pS = OpTypePointer Uniform %S\n%pu = OpTypePointer Uniform %uint\n%one = OpConstant %uint 1\n\
         %b = OpVariable %pS Uniform\n%main = OpFunction %void None %fn\n%l = OpLabel\n{statements}\nOpReturn\nOpFunctionEnd\n"
    );
    reflect::read(&assembly::assemble(&text, &assembly::Options::default()).unwrap()).unwrap()
}

/// SPIRV-Reflect#263, SPIRV-Reflect#264. In HLSL, as in DXC, offsets must not go back.
#[test]
fn members_may_lie_in_any_order() {
    let found = module([48, 16], "");
    let one = &found.types[0];
    assert_eq!((places(one), one.size), (vec![(48, 4), (16, 4)], Amount::Fixed(52)));
    assert_eq!((one.members[0].padding_before, one.members[1].padding_before), (28, 16));
}

/// SPIRV-Reflect#290, SPIRV-Reflect#168, rspirv-reflect#29, vulkano#2398.
#[test]
fn push_constants_are_those_that_an_entry_point_uses() {
    let declarations =
        "struct S { float4 a; uint b; uint64_t c; uint d; }; [[vk::push_constant]] S s; RWStructuredBuffer<uint> o;";
    let used = |statements: &str| {
        let found = shader(declarations, statements, &[]);
        let range = found.entry_points[0].push_constants.clone().map(|range| (range.offset, range.size));
        (range, found.push_constants[0].size)
    };
    assert_eq!(used("o[0] = s.d;"), (Some((32, 4)), 36));
    assert_eq!(used("o[0] = s.b + (uint)s.c;"), (Some((16, 16)), 36));
}

/// SPIRV-Reflect#131, SPIRV-Cross#436.
#[test]
fn matrices_have_their_rows_and_columns() {
    let declarations = "cbuffer C { row_major float2x3 a; column_major float2x3 b; float1x4 c; float4x1 d; };\n\
                        RWStructuredBuffer<float> o;";
    let found = shader(declarations, "o[0] = a[1][2] + b[1][2] + c[0][3] + d[3][0];", &[]);
    let block = structure(&found, "C");
    let of = |name: &str| {
        let one = member(block, name).ty.matrix.clone().unwrap();
        (one.rows, one.columns, one.order.unwrap(), one.count, one.length)
    };
    assert_eq!(of("a"), (2, 3, Order::RowMajor, 2, 3));
    assert_eq!(of("b"), (2, 3, Order::ColumnMajor, 3, 2));
    // SPIR-V has no matrix of one row or column; the source's type is there as well.
    let spelled = |name: &str| member(block, name).hlsl.as_ref().and_then(|fact| fact.ty.clone()).unwrap();
    assert_eq!((spelled("c").as_str(), spelled("d").as_str()), ("float1x4", "float4x1"));
}

/// SPIRV-Reflect#64, SPIRV-Reflect#311, SPIRV-Cross#2171.
#[test]
fn arrays_of_buffers_have_their_lengths() {
    let declarations = "StructuredBuffer<float> some[3]; Texture2D none[] : register(t0, space1); Texture2D all[] : register(t0, space2);\n\
                        RWStructuredBuffer<float> o;";
    let found = shader(declarations, "o[0] = some[id % 3][1] + all[4].Load(0).x;", &["-fspv-target-env=vulkan1.2"]);
    let count = |name: &str| binding(&found, name).count;
    assert_eq!([count("some"), count("none"), count("all")], [Amount::Fixed(3), Amount::RUNTIME, Amount::RUNTIME]);
    assert_eq!(binding(&found, "some").stride, Some(4));
}

/// SPIRV-Reflect#48, glslang#1355.
#[test]
fn loose_uniforms_stand_in_globals() {
    let found = shader("float a; float3 b; RWStructuredBuffer<float> o;", "o[0] = a + b.y;", &[]);
    let globals = binding(&found, "$Globals");
    assert_eq!(globals.block.as_deref(), Some("$Globals"));
    assert_eq!(places(structure(&found, "$Globals")), [(0, 4), (4, 12)]);
}

/// SPIRV-Reflect#283, SPIRV-Cross#456.
#[test]
fn counters_belong_to_their_buffers() {
    let found = shader("AppendStructuredBuffer<uint> a, b;", "a.Append(id); b.Append(id);", &[]);
    for name in ["a", "b"] {
        let one = binding(&found, name);
        let counter = &found.bindings[one.counter.unwrap()];
        assert_eq!(counter.name, format!("counter.var.{name}"));
        assert_eq!(found.bindings[counter.counter_of.unwrap()].name, name);
    }
    let without_names: Vec<u32> = {
        let text = "AppendStructuredBuffer<uint> a; [numthreads(1, 1, 1)] void main() { a.Append(1); }";
        let compiler = Compiler::from_args(&["-T", "cs_6_2", "-fspv-reflect", "-Qstrip_debug"]).unwrap();
        compiler.compile("a.hlsl", text, &NoIncludes).unwrap().words
    };
    let found = reflect::read(&without_names).unwrap();
    assert_eq!(found.bindings.iter().filter(|one| one.counter.is_some()).count(), 1);
}

/// SPIRV-Reflect#325, SPIRV-Reflect#126, spirq-rs#70.
#[test]
fn use_is_seen_through_all_chains() {
    let declarations = "RWTexture2D<uint> picture; RWBuffer<uint> texels; RWStructuredBuffer<uint> o, unused;";
    let found =
        shader(declarations, "InterlockedAdd(picture[id.xx], 1); InterlockedMax(texels[id], 2); o[0] = 1;", &[]);
    let access =
        |name: &str| found.entry_points[0].resources.iter().find(|one| one.name == name).map(|one| one.access.atomic);
    assert_eq!(
        [access("picture"), access("texels"), access("o"), access("unused")],
        [Some(true), Some(true), Some(false), None]
    );
    let found = module([0, 4], "%p = OpInBoundsAccessChain %pu %b %one\nOpStore %p %one");
    let used = &found.entry_points[0].resources[0];
    assert_eq!((used.access.write, used.ranges[0].offset, used.ranges[0].size), (true, 4, Amount::Fixed(4)));
}

/// vulkano#298, vulkano#2566, vulkano#2704, sokol#1011, wgsl-rs#90.
#[test]
fn arrays_of_three_numbers_have_their_stride() {
    let found = shader(
        "cbuffer C { float3 a[3]; float3x3 b; float c; }; RWStructuredBuffer<float> o;",
        "o[0] = a[2].z + b[1][1] + c;",
        &[],
    );
    let block = structure(&found, "C");
    assert_eq!(member(block, "a").ty.dims[0].stride, Some(16));
    assert_eq!(member(block, "b").ty.matrix.as_ref().unwrap().stride, Some(16));
    assert_eq!(places(block), [(0, 44), (48, 44), (96, 4)]);
}

/// SPIRV-Cross#2584, SPIRV-Cross#2658: the next member lies in the padding of the last element.
#[test]
fn arrays_of_structs_share_their_tails_in_constant_buffers() {
    let declarations =
        "struct L { float3 at; float3 to; }; cbuffer C { L all[2]; float next; }; RWStructuredBuffer<float> o;";
    let found = shader(declarations, "o[0] = all[1].to.z + next;", &["-fvk-use-dx-layout"]);
    let block = structure(&found, "C");
    assert_eq!((places(block), block.tail_shared), (vec![(0, 60), (60, 4)], true));
}

/// DXC#1202, DXC#7462.
#[test]
fn a_struct_has_a_layout_in_each_kind_of_buffer() {
    let declarations =
        "struct S { float a[2]; float b; }; ConstantBuffer<S> c; StructuredBuffer<S> s; RWStructuredBuffer<float> o;";
    let found = shader(declarations, "o[0] = c.a[1] + c.b + s[0].a[1] + s[0].b;", &["-fvk-use-dx-layout"]);
    let of = |name: &str| places(structure(&found, name));
    let constants = binding(&found, "c").block.clone().unwrap();
    let element = binding(&found, "s").element.clone().unwrap().structure.unwrap();
    assert_eq!((of(&constants), of(&element)), (vec![(0, 20), (20, 4)], vec![(0, 8), (8, 4)]));
}

/// DXC#3724, llvm#129106.
#[test]
fn members_with_packoffset_lie_where_it_says() {
    let declarations = "cbuffer C { float b : packoffset(c0.y); float2 c : packoffset(c1.z); float4 a : packoffset(c4); float d : packoffset(c5); };\n\
                        RWStructuredBuffer<float> o;";
    let found = shader(declarations, "o[0] = a.x + b + c.y + d;", &[]);
    assert_eq!(places(structure(&found, "C")), [(4, 4), (24, 8), (64, 16), (80, 4)]);
}

/// DXC#5785, DXC#1136.
#[test]
fn a_bool_is_no_uint() {
    let found = shader("cbuffer C { bool a; uint b; }; RWStructuredBuffer<uint> o;", "o[0] = a ? b : 1;", &[]);
    let block = structure(&found, "C");
    let spelled = |name: &str| member(block, name).hlsl.as_ref().and_then(|fact| fact.ty.clone()).unwrap();
    assert_eq!((spelled("a").as_str(), spelled("b").as_str()), ("bool", "uint"));
    assert_eq!(member(block, "a").ty.scalar, Some(Scalar::Uint32));
}

/// slang#6794, slang#9046.
#[test]
fn documents_are_json_whatever_names_say() {
    let found = named(
        "a \"quoted\"\\\u{1b}[31m\n.hlsl",
        "/// A \"doc\" \\ with \u{7}.\nRWStructuredBuffer<float> o;",
        "o[0] = 1;",
        &[],
    );
    let document: serde_json::Value = serde_json::from_str(&found.to_json()).unwrap();
    assert_eq!(document["source"]["file"], "a \"quoted\"\\\u{1b}[31m\n.hlsl");
    assert_eq!(document["bindings"][0]["hlsl"]["doc"], "A \"doc\" \\ with \u{7}.");
    assert!(!reflect::text(&found).contains('\u{1b}'));
}

/// A number of bytes that is too large to list.
#[test]
fn a_large_array_that_is_not_aligned_is_an_error() {
    let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpName %S \"S\"\nOpMemberName %S 0 \"all\"\n\
        OpDecorate %b DescriptorSet 0\nOpDecorate %b Binding 0\nOpDecorate %S Block\nOpMemberDecorate %S 0 Offset 53\n\
        OpDecorate %all ArrayStride 4\n%uint = OpTypeInt 32 0\n%count = OpConstant %uint 1073741826\n\
        %all = OpTypeArray %uint %count\n%S = OpTypeStruct %all\n%p = OpTypePointer Uniform %S\n%b = OpVariable %p Uniform\n";
    let found = reflect::read(&assembly::assemble(text, &assembly::Options::default()).unwrap()).unwrap();
    let error = reflect::code::rust(&found, reflect::code::RustOptions::default()).unwrap_err();
    assert_eq!((error.what.as_str(), error.reason.contains("misaligned")), ("S.all", true));
}

/// encase#40.
#[test]
fn a_vector_is_no_array() {
    let found = shader("cbuffer C { float4 a; float b[4]; }; RWStructuredBuffer<float> o;", "o[0] = a.x + b[3];", &[]);
    let block = structure(&found, "C");
    let (a, b) = (&member(block, "a").ty, &member(block, "b").ty);
    assert_eq!((a.kind, a.components, a.dims.len()), (Kind::Vector, Some(4), 0));
    assert_eq!((b.kind, b.dims[0].count, b.dims[0].stride), (Kind::Scalar, Amount::Fixed(4), Some(16)));
}

#[test]
fn a_comment_above_a_line_is_about_its_first_declaration() {
    let declarations = "/// A light.\nstruct Light { float3 place; float power; };\n/// All of them.\nRWStructuredBuffer<Light> lights;";
    let found = shader(declarations, "lights[0].power = 1;", &[]);
    let light = structure(&found, "Light");
    let doc = |fact: &Option<reflect::SourceFact>| fact.as_ref().and_then(|fact| fact.doc.clone());
    assert_eq!(doc(&light.hlsl).as_deref(), Some("A light."));
    assert!(light.members.iter().all(|member| doc(&member.hlsl).is_none()));
    assert_eq!(doc(&binding(&found, "lights").hlsl).as_deref(), Some("All of them."));
}
