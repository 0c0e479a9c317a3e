//! Mistakes that users reported of other readers of modules, and of generators of structs: the figures that they missed,
//! and what ours says. Each test names the reports.

use hlsl2spirv::reflect::code::{self, RustOptions};
use hlsl2spirv::reflect::{Amount, Binding, Descriptor, Kind, Matrix, Member, Order, Reflection, Struct, Use, read};
use hlsl2spirv::{Compiler, NoIncludes};

const COMPUTE: &str = "RWStructuredBuffer<float4> o;\n[numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID)";

/// The document of a shader. The text after `|` is the body of a compute shader that writes `o`.
fn document(text: &str, options: &[&str]) -> Reflection {
    let text = text.replace('|', COMPUTE);
    let profile: &[&str] = if options.contains(&"-T") { &[] } else { &["-T", "cs_6_2"] };
    let compiler = Compiler::from_args(&[profile, options].concat()).expect("the options are right");
    let artifact = compiler.compile("reported.hlsl", &text, &NoIncludes);
    artifact.expect("the shader compiles").reflection().expect("the module is read")
}

/// The document of a module as text.
fn assembled(text: &str) -> Reflection {
    let options = text::assembly::Options { version: (1, 3), ..Default::default() };
    read(&text::assembly::assemble(text, &options).expect("the module is assembled")).expect("it is read")
}

fn structure<'a>(found: &'a Reflection, name: &str) -> &'a Struct {
    found.types.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("unknown struct {name}"))
}

fn binding<'a>(found: &'a Reflection, name: &str) -> &'a Binding {
    found.bindings.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("there is no binding {name}"))
}

fn used<'a>(found: &'a Reflection, name: &str) -> &'a Use {
    found.entry_points[0].resources.iter().find(|one| one.name == name).expect("it is used")
}

/// Offset, size and outermost stride of each member; 0 where there is none.
fn places(one: &Struct) -> Vec<(&str, u64, u64, u64)> {
    let stride = |member: &Member| member.ty.dims.first().and_then(|dim| dim.stride);
    let place = |member| (stride(member).unwrap_or(0), member);
    let place = one.members.iter().map(place);
    place.map(|(stride, one)| (one.name.as_str(), one.offset, one.size.number().unwrap_or(0), stride)).collect()
}

/// SPIRV-Reflect#280, #305: sizes of 16- and 64-bit members, and of arrays of arrays of structs.
#[test]
fn members_of_all_widths_have_their_sizes() {
    let found = document(
        "struct Inner { half h; float3 v; };
        cbuffer C { half3 a; double3 d; int16_t w[3]; uint64_t u; Inner n[2][3]; float last; };
        | { o[i] = a.x + (float)d.y + w[1] + (float)u + n[1][2].v.z + last; }",
        &["-enable-16bit-types", "-fvk-use-dx-layout"],
    );
    let expected =
        [("a", 0, 6, 0), ("d", 16, 24, 0), ("w", 48, 34, 16), ("u", 88, 8, 0), ("n", 96, 96, 48), ("last", 192, 4, 0)];
    assert_eq!(places(structure(&found, "C")), expected);
    assert_eq!(structure(&found, "C").members[4].ty.dims[1].stride, Some(16));
    assert_eq!(places(structure(&found, "Inner")), [("h", 0, 2, 0), ("v", 4, 12, 0)]);
}

/// SPIRV-Reflect#263, #264, DXC#3724: members whose offsets fall, and members in the same bytes.
#[test]
fn offsets_may_stand_in_any_order() {
    let found = assembled(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpName %block \"Block\"
        OpName %var \"block\"
        OpMemberName %block 0 \"far\"
        OpMemberName %block 1 \"near\"
        OpMemberName %block 2 \"twin\"
        OpMemberDecorate %block 0 Offset 64
        OpMemberDecorate %block 1 Offset 4
        OpMemberDecorate %block 2 Offset 72
        OpDecorate %block Block
        OpDecorate %var DescriptorSet 0
        OpDecorate %var Binding 0
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %float = OpTypeFloat 32
        %v4 = OpTypeVector %float 4
        %block = OpTypeStruct %v4 %float %float
        %ptr = OpTypePointer Uniform %block
        %var = OpVariable %ptr Uniform
        %main = OpFunction %void None %fn
        %label = OpLabel
        OpReturn
        OpFunctionEnd",
    );
    let block = structure(&found, "Block");
    assert_eq!(places(block), [("far", 64, 16, 0), ("near", 4, 4, 0), ("twin", 72, 4, 0)]);
    assert_eq!((block.size, binding(&found, "block").min_size), (Amount::Fixed(80), Some(80)));
    assert_eq!(block.members.iter().map(|one| one.overlaps).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(block.members[0].padding_before, 56);
    let refused = code::rust(&found, RustOptions::default()).expect_err("Rust has no members in the same bytes");
    assert!(refused.to_string().contains("Block.far"), "{refused}");
}

/// SPIRV-Reflect#290, #168, rspirv-reflect#29, vulkano#2398: sizes rounded to 16, addresses, ranges of an entry point.
#[test]
fn push_constants_are_those_of_each_entry_point() {
    let text = "struct P { float4 first; vk::BufferPointer<uint> place; float3 v; float last; float end; };
        [[vk::push_constant]] P p;
        float4 corner() : SV_Position { return p.first; }
        float4 shade() : SV_Target { return p.last + p.v.y; }
        float4 follow() : SV_Target { return p.place.Get(); }
        float4 plain() : SV_Target { return 1; }";
    let range = |entry: &str, profile: &str| {
        let found = document(text, &["-T", profile, "-E", entry, "-fspv-target-env=vulkan1.3"]);
        let block = &found.push_constants[0];
        assert_eq!((block.offset, block.size), (0, 52));
        found.entry_points[0].push_constants.as_ref().map(|range| (range.offset, range.size))
    };
    assert_eq!(range("corner", "vs_6_0"), Some((0, 16)));
    assert_eq!(range("shade", "ps_6_0"), Some((36, 12)));
    assert_eq!(range("follow", "ps_6_0"), Some((16, 8)));
    let unused = document(text, &["-T", "ps_6_0", "-E", "plain", "-fspv-target-env=vulkan1.3"]);
    assert!(unused.push_constants.is_empty() && unused.entry_points[0].push_constants.is_none());
}

/// SPIRV-Reflect#131, SPIRV-Cross#436, DXC#2112, DXC#5785: rows and columns, their order, one row, `bool`.
#[test]
fn matrices_and_bools_are_those_of_the_source() {
    let found = document(
        "cbuffer C {
            bool on; uint number; float1x3 row; float3x1 column;
            row_major float3x4 r; column_major float3x4 c; float3x3 m;
        };
        | { o[i] = r[0] + c[1] + row._m00 + m._m11 + column._m10 + on + number; }",
        &[],
    );
    let block = structure(&found, "C");
    let matrix = |name: &str| -> &Matrix {
        block.members.iter().find(|one| one.name == name).and_then(|one| one.ty.matrix.as_ref()).expect("a matrix")
    };
    let shape = |name| {
        let Matrix { rows, columns, order, count, length, stride, .. } = *matrix(name);
        (rows, columns, order, count, length, stride)
    };
    assert_eq!(shape("r"), (3, 4, Some(Order::RowMajor), 3, 4, Some(16)));
    assert_eq!(shape("c"), (3, 4, Some(Order::ColumnMajor), 4, 3, Some(16)));
    assert_eq!(shape("m"), (3, 3, Some(Order::ColumnMajor), 3, 3, Some(16)));
    let spelled = |at: usize| block.members[at].hlsl.as_ref().and_then(|fact| fact.ty.as_deref());
    assert_eq!([0, 1, 2, 3].map(spelled), ["bool", "uint", "float1x3", "float3x1"].map(Some));
}

/// SPIRV-Reflect#64, #311, SPIRV-Cross#2171: arrays of buffers, and arrays without a length, used or not.
#[test]
fn arrays_without_a_length_are_no_numbers() {
    let found = document(
        "struct S { float4 v; };
        StructuredBuffer<S> three[3];
        StructuredBuffer<S> all[] : register(t0, space1);
        Texture2D<float4> unused[] : register(t0, space2);
        | { o[i] = three[2][i].v + all[i][0].v; }",
        &[],
    );
    assert_eq!(binding(&found, "three").dims, [Amount::Fixed(3)]);
    assert_eq!((binding(&found, "three").stride, binding(&found, "three").min_size), (Some(16), Some(16)));
    assert_eq!(binding(&found, "all").count, Amount::RUNTIME);
    let unused = binding(&found, "unused");
    assert_eq!((unused.count, unused.presence.kept), (Amount::RUNTIME, false));
    assert!(found.to_json().contains("\"runtime\": true"));
}

/// SPIRV-Reflect#48, glslang#1355: loose variables.
#[test]
fn loose_variables_are_one_block() {
    let found = document("float4 loose; float3 more[2];\n| { o[i] = loose + more[1].xyzx; }", &[]);
    let block = binding(&found, "$Globals");
    assert_eq!((block.descriptor, block.block.as_deref()), (Descriptor::UniformBuffer, Some("$Globals")));
    assert_eq!(places(structure(&found, "$Globals")), [("loose", 0, 16, 0), ("more", 16, 28, 16)]);
    let code = code::rust(&found, RustOptions::default()).expect("Rust can say it");
    assert!(code.contains("pub struct Globals {"), "{code}");
}

/// SPIRV-Reflect#283, SPIRV-Cross#456: counters, with and without decorations and names.
#[test]
fn counters_belong_to_their_buffers() {
    let text = "AppendStructuredBuffer<float4> grown; ConsumeStructuredBuffer<float4> shrunk;
        RWStructuredBuffer<uint> counted;
        | { grown.Append(shrunk.Consume()); counted[counted.IncrementCounter()] = 1; o[i] = 0; }";
    for options in [&[][..], &["-fspv-reflect"]] {
        let found = document(text, options);
        for name in ["grown", "shrunk", "counted"] {
            let counter = &found.bindings[binding(&found, name).counter.expect("it has a counter")];
            let owner = &found.bindings[counter.counter_of.expect("it is a counter")];
            assert_eq!(owner.name, name);
            assert_ne!(counter.binding, owner.binding);
        }
        assert_eq!(found.bindings.iter().filter(|one| one.counter_of.is_some()).count(), 3);
    }
}

/// SPIRV-Reflect#325, #126, spirq-rs#70: use through chains, texel pointers, atomics, sizes, and functions.
#[test]
fn every_use_is_found() {
    let found = document(
        "RWTexture2D<uint> picture; RWByteAddressBuffer bytes; Texture2D<float4> asked; StructuredBuffer<float4> passed;
        groupshared uint shared_[4];
        float4 through(StructuredBuffer<float4> any, uint at) { return any[at]; }
        | {
            uint w, h, old;
            asked.GetDimensions(w, h);
            InterlockedAdd(picture[uint2(0, 0)], w, old);
            bytes.InterlockedMax(4, h);
            shared_[i & 3] = old;
            o[i] = through(passed, 3) + shared_[0];
        }",
        &["-fcgl"],
    );
    let access = |name| {
        let access = used(&found, name).access;
        [access.read, access.write, access.atomic, access.query]
    };
    assert!(access("picture")[2] && access("bytes")[2]);
    assert_eq!(access("asked"), [false, false, false, true]);
    assert!(access("passed")[0]);
    assert_eq!(access("o"), [false, true, false, false]);
    assert_eq!(found.entry_points[0].groupshared_bytes, Some(16));
}

/// Uses through a chain that is in bounds and one of a pointer, which HLSL compilers do not write, are found.
#[test]
fn chains_of_all_kinds_are_followed() {
    for chain in ["OpAccessChain %elem %var %zero %two", "OpInBoundsAccessChain %elem %var %zero %two"] {
        let text = "OpCapability Shader
            OpMemoryModel Logical GLSL450
            OpEntryPoint GLCompute %main \"main\"
            OpExecutionMode %main LocalSize 1 1 1
            OpName %var \"numbers\"
            OpDecorate %array ArrayStride 4
            OpMemberDecorate %block 0 Offset 0
            OpDecorate %block Block
            OpDecorate %var DescriptorSet 0
            OpDecorate %var Binding 0
            %void = OpTypeVoid
            %fn = OpTypeFunction %void
            %uint = OpTypeInt 32 0
            %zero = OpConstant %uint 0
            %two = OpConstant %uint 2
            %array = OpTypeRuntimeArray %uint
            %block = OpTypeStruct %array
            %ptr = OpTypePointer StorageBuffer %block
            %elem = OpTypePointer StorageBuffer %uint
            %var = OpVariable %ptr StorageBuffer
            %main = OpFunction %void None %fn
            %label = OpLabel
            %place = CHAIN
            %copy = OpCopyObject %elem %place
            %old = OpAtomicIAdd %uint %copy %two %zero %two
            OpReturn
            OpFunctionEnd";
        let found = assembled(&text.replace("CHAIN", chain));
        let numbers = used(&found, "numbers");
        assert!(numbers.access.atomic, "{chain}");
        let ranges: Vec<_> = numbers.ranges.iter().map(|range| (range.offset, range.size)).collect();
        assert_eq!(ranges, [(8, Amount::Fixed(4))], "{chain}");
    }
}

/// vulkano#298, #2566, #2704, sokol#1011, sokol-tools#79, encase#40, wgpu#4371: strides of vectors of three, of
/// matrices and of scalars, each under its rule; a vector is not an array.
#[test]
fn strides_are_those_of_the_rule() {
    let text = "cbuffer C { float3 three[2]; float one[2]; float3x3 m; float2x2 n; float4 four; float end; };
        | { o[i] = three[1].x + one[1] + m._m11 + n._m11 + four + end; }";
    let strides = |options: &[&str]| {
        let found = document(text, options);
        let block = structure(&found, "C");
        let of_matrix = |at: usize| block.members[at].ty.matrix.as_ref().and_then(|matrix| matrix.stride);
        let four = &block.members[4].ty;
        assert_eq!((four.kind, four.components, four.dims.len()), (Kind::Vector, Some(4), 0));
        let of_array = |at: usize| block.members[at].ty.dims[0].stride;
        [of_array(0), of_array(1), of_matrix(2), of_matrix(3)].map(|stride| stride.expect("there is one"))
    };
    assert_eq!(strides(&["-fvk-use-gl-layout"]), [16, 16, 16, 16]);
    assert_eq!(strides(&["-fvk-use-dx-layout"]), [16, 16, 16, 16]);
    assert_eq!(strides(&["-fvk-use-scalar-layout"]), [12, 4, 12, 8]);
}

/// SPIRV-Cross#2584, #2658, o3de-azslc#8: members in the tail of an array, a matrix or a struct.
#[test]
fn tails_are_shared_under_the_rule_of_direct3d() {
    let text = "struct Pair { float x, y; };
        cbuffer C { float3 a[2]; float b; float3x3 m; float c; Pair s; float d; bool e; };
        | { o[i] = a[1].x + b + m._m22 + c + s.y + d + e; }";
    let offsets = |option: &str| {
        let found = document(text, &[option]);
        let block = structure(&found, "C");
        (block.members.iter().map(|one| one.offset).collect::<Vec<_>>(), block.tail_shared, found.clone())
    };
    let (dx, shares, found) = offsets("-fvk-use-dx-layout");
    assert_eq!((dx, shares), (vec![0, 28, 32, 76, 80, 88, 92], true));
    let code = code::rust(&found, RustOptions::default()).expect("Rust can say it");
    for part in ["pub a_head: ", "pub a_tail: [f32; 3]", "pub m_tail: [f32; 3]", "offset_of!(C, b) == 28"] {
        assert!(code.contains(part), "{part} is missing in {code}");
    }
    let (gl, shares, _) = offsets("-fvk-use-gl-layout");
    assert_eq!((gl, shares), (vec![0, 32, 48, 96, 112, 128, 132], false));
    let (scalar, shares, _) = offsets("-fvk-use-scalar-layout");
    assert_eq!((scalar, shares), (vec![0, 24, 28, 64, 68, 76, 80], false));
}

/// DXC#1202, #7462, vulkano#1530: one struct in a buffer and in a constant buffer has two layouts and two names.
#[test]
fn a_struct_has_a_layout_for_each_use() {
    let found = document(
        "struct S { float one[2]; float2 two; };
        ConstantBuffer<S> c; StructuredBuffer<S> s;
        | { o[i] = c.one[1] + s[0].one[1] + c.two.x; }",
        &[],
    );
    let of_block = structure(&found, binding(&found, "c").block.as_deref().expect("a block"));
    let element = binding(&found, "s").element.as_ref().expect("elements");
    let of_element = structure(&found, element.structure.as_deref().expect("a struct"));
    assert_eq!(places(of_block), [("one", 0, 20, 16), ("two", 32, 8, 0)]);
    assert_eq!(places(of_element), [("one", 0, 8, 4), ("two", 8, 8, 0)]);
    assert_ne!(of_block.name, of_element.name);
    assert_eq!(binding(&found, "s").stride, Some(16));
}

/// slang#6794, slang#9046: text of the user, and lengths that the host sets, in the document.
#[test]
fn documents_are_json_whatever_the_names_and_lengths_are() {
    let found = document(
        "struct type { float4 match; };
        StructuredBuffer<type> fn;
        [[vk::constant_id(3)]] const bool gain = true;
        /// A \"quoted\" line, a \\ and a \u{1}.
        cbuffer self { float4 loop; };
        | { o[i] = gain ? fn[0].match : loop; }",
        &[],
    );
    let parsed: serde_json::Value = serde_json::from_str(&found.to_json()).expect("the document is JSON");
    assert_eq!(parsed["bindings"].as_array().map(Vec::len), Some(found.bindings.len()));
    let lines = binding(&found, "self").hlsl.as_ref().and_then(|fact| fact.doc.as_deref());
    assert_eq!(lines, Some("A \"quoted\" line, a \\ and a \u{1}."));
    let code = code::rust(&found, RustOptions::default()).expect("Rust can say it");
    assert!(code.contains("pub match_: [f32; 4]"), "{code}");
    // The length of an array from a specialisation constant, as GLSL can have it.
    let found = assembled(
        "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpName %var \"numbers\"
        OpDecorate %length SpecId 7
        OpDecorate %array ArrayStride 16
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpDecorate %var DescriptorSet 0
        OpDecorate %var Binding 0
        %uint = OpTypeInt 32 0
        %length = OpSpecConstant %uint 5
        %array = OpTypeArray %uint %length
        %block = OpTypeStruct %array
        %ptr = OpTypePointer Uniform %block
        %var = OpVariable %ptr Uniform",
    );
    let count = found.types[0].members[0].ty.dims[0].count;
    assert_eq!(
        (count, found.types[0].size),
        (Amount::Spec { spec: 7, default: 5 }, Amount::Spec { spec: 7, default: 68 })
    );
}

/// glam-rs#122, wgsl_bindgen#47: fields are numbers and arrays of numbers, so that every struct derives `Pod`.
#[test]
fn structs_hold_nothing_that_lacks_pod() {
    let found = document(
        "cbuffer C { bool on; float3 v; float3x3 m; double d; float3 a[2]; };
        | { o[i] = on + v.x + m._m11 + (float)d + a[1].y; }",
        &[],
    );
    let code = code::rust(&found, RustOptions::default()).expect("Rust can say it");
    assert!(
        code.contains("bytemuck::Pod") && code.contains("pub on: u32") && code.contains("pub v: [f32; 3]"),
        "{code}"
    );
    assert!(!code.contains("align(") && !code.contains("unsafe"), "{code}");
}

/// SPIRV-Reflect#333, vulkano#1976, rspirv-reflect#16: what is not a module, or a module cut off, is an error with its
/// place.
#[test]
fn odd_words_are_errors_with_a_place() {
    let compiler = Compiler::from_args(&["-T", "cs_6_0"]).expect("the options are right");
    let text = "float4 loose;\n|{ o[i] = loose; }".replace('|', COMPUTE);
    let words = compiler.compile("reported.hlsl", &text, &NoIncludes).expect("the shader compiles").words;
    let whole = read(&words).expect("it is a module");
    for length in 0..words.len() {
        match read(&words[..length]) {
            Ok(part) => assert!(part.spirv.size_words == length && part != whole),
            Err(error) => assert!(error.to_string().contains("word"), "{error}"),
        }
    }
}
