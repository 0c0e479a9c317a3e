//! Modules that reach for memory which is not theirs: each is refused, or does what it does within what was lent.

use crate::support::{assemble, check, compiled, each, module, options, run_with};
use check::Checks;
use hlsl2spirv_runner::buffers::values_of;
use hlsl2spirv_runner::{Access, Checking, Engine, Format, Image, Module, Options};

crate::tests! {
    TESTS:
    functions_that_write_through_a_pointer_write_what_the_host_lends_for_that,
    arrays_without_an_end_are_refused_in_memory_of_the_kernels_own,
    texels_are_not_taken_for_something_wider,
    texels_are_counted_as_wide_as_they_are,
    numbers_of_pointers_are_the_shaders_own,
    branches_on_what_nothing_has_written_take_one_side,
}

/// A kernel of one invocation around `body`, which finds a number from binding 0 in `%at`; `%words` at binding 0 may be
/// written too.
fn text(capabilities: &str, declarations: &str, body: &str) -> String {
    let capabilities: String = capabilities.split_whitespace().map(|word| format!("OpCapability {word}\n")).collect();
    let is_decoration = |line: &&str| line.contains("Decorate");
    let decorations: Vec<&str> = declarations.lines().filter(is_decoration).collect();
    let declarations: Vec<&str> = declarations.lines().filter(|line| !is_decoration(line)).collect();
    format!(
        "OpCapability Shader\n{capabilities}
        %glsl = OpExtInstImport \"GLSL.std.450\"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionMode %main LocalSize 1 1 1
        OpDecorate %array ArrayStride 4
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpDecorate %words DescriptorSet 0
        OpDecorate %words Binding 0
        {decorations}
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %float = OpTypeFloat 32
        %array = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %array
        %ptr_block = OpTypePointer StorageBuffer %block
        %ptr_word = OpTypePointer StorageBuffer %uint
        %words = OpVariable %ptr_block StorageBuffer
        %c0 = OpConstant %uint 0
        %c1 = OpConstant %uint 1
        {declarations}
        %main = OpFunction %void None %fn
        %entry = OpLabel
        {body}
        OpReturn
        OpFunctionEnd",
        decorations = decorations.join("\n"),
        declarations = declarations.join("\n"),
    )
}

/// The module, as it is and with a question before each access to memory.
fn modules(name: &str, text: &str) -> Vec<Module> {
    [false, true].into_iter().map(|checked| compiled(name, text, &Options { checked, ..options() })).collect()
}

fn refused(name: &str, text: &str, reason: &str) {
    let (words, options) = (assemble(name, text), options());
    let error = Module::new(&words, "main", &options).err().unwrap_or_else(|| panic!("{name} is not refused"));
    assert!(error.to_string().contains(reason), "{name}: {error}");
}

const READ_INDEX: &str = "%at_place = OpAccessChain %ptr_word %words %c0 %c0\n%at = OpLoad %uint %at_place";

fn functions_that_write_through_a_pointer_write_what_the_host_lends_for_that() {
    let floats = "OpDecorate %floats ArrayStride 4\nOpMemberDecorate %other 0 Offset 0\nOpDecorate %other Block
        %floats = OpTypeRuntimeArray %float\n%other = OpTypeStruct %floats
        %ptr_other = OpTypePointer StorageBuffer %other\n%ptr_float = OpTypePointer StorageBuffer %float";
    for (function, types, block, elem, expected) in
        [("Modf", floats, "%ptr_other", "%ptr_float", 1.0f32.to_bits()), ("Frexp", "", "%ptr_block", "%ptr_word", 1)]
    {
        let declarations = format!(
            "{types}\nOpDecorate %out DescriptorSet 0\nOpDecorate %out Binding 1
            %c15 = OpConstant %float 1.5\n%out = OpVariable {block} StorageBuffer"
        );
        let body = format!(
            "{READ_INDEX}\n%to = OpAccessChain {elem} %out %c0 %at
            %part = OpExtInst %float %glsl {function} %c15 %to"
        );
        for module in modules(function, &text("", &declarations, &body)) {
            let access = module.info().bindings.iter().find(|one| one.binding == 1).map(|one| one.access);
            assert_eq!(access, Some(Access::ReadWrite), "{function}");
            let (index, lent, mut written) = (vec![2u32], vec![7u32; 4], vec![7u32; 4]);
            let mut dispatch = module.dispatch();
            dispatch.buffer((0, 0), &index).unwrap().buffer((0, 1), &lent).unwrap();
            dispatch.run([1, 1, 1]).unwrap();
            assert_eq!(lent, [7; 4], "{function} wrote to what was lent for reading");
            let mut dispatch = module.dispatch();
            dispatch.buffer((0, 0), &index).unwrap().buffer_mut((0, 1), &mut written).unwrap();
            dispatch.run([1, 1, 1]).unwrap();
            assert_eq!(written, [7, 7, expected, 7], "{function}");
        }
    }
}

fn arrays_without_an_end_are_refused_in_memory_of_the_kernels_own() {
    let inside = "%c_big = OpConstant %uint 4294967295\n%c_mid = OpConstant %uint 2147483648
        %record = OpTypeStruct %float %array";
    let reason = "run-time arrays are supported in buffers only";
    for (storage, index) in [
        ("Workgroup", "%c_big"),
        ("Workgroup", "%c_mid"),
        ("Workgroup", "%at"),
        ("Private", "%at"),
        ("Function", "%at"),
    ] {
        let variable = format!("%own = OpVariable %ptr_own {storage}\n");
        let (outside, start) = if storage == "Function" { ("", variable.as_str()) } else { (variable.as_str(), "") };
        let declarations = format!(
            "{inside}\n%ptr_own = OpTypePointer {storage} %record\n%ptr_in = OpTypePointer {storage} %uint\n{outside}"
        );
        let body = format!(
            "{start}{READ_INDEX}\n%to = OpAccessChain %ptr_in %own %c1 {index}
            OpStore %to %c1\n%back = OpLoad %uint %to\nOpStore %at_place %back"
        );
        refused(&format!("{storage} {index}"), &text("", &declarations, &body), reason);
    }
    let declarations = "%ptr_own = OpTypePointer Workgroup %array\n%ptr_in = OpTypePointer Workgroup %uint
        %own = OpVariable %ptr_own Workgroup";
    let body = format!("{READ_INDEX}\n%to = OpAccessChain %ptr_in %own %at\nOpStore %to %c1");
    refused("bare", &text("", declarations, &body), reason);
}

/// Declarations of an image of 32-bit texels, and of 64-bit numbers.
const TEXELS: &str = "OpDecorate %image DescriptorSet 0\nOpDecorate %image Binding 1
    %long = OpTypeInt 64 0\n%l1 = OpConstant %long 1
    %texels = OpTypeImage %uint Buffer 0 0 0 2 R32ui\n%ptr_image = OpTypePointer UniformConstant %texels
    %image = OpVariable %ptr_image UniformConstant
    %ptr_texel = OpTypePointer Image %uint\n%ptr_wide = OpTypePointer Image %long";
const TEXEL_CAPABILITIES: &str = "Int64 Int64Atomics SampledBuffer ImageBuffer";

fn texels_are_not_taken_for_something_wider() {
    for cast in ["OpBitcast", "OpCopyObject"] {
        let body = format!(
            "{READ_INDEX}\n%texel = OpImageTexelPointer %ptr_texel %image %at %c0
            %wide = {cast} %ptr_wide %texel\n%old = OpAtomicIAdd %long %wide %c1 %c0 %l1"
        );
        refused(cast, &text(TEXEL_CAPABILITIES, TEXELS, &body), "texel pointer used as another pointer");
    }
    // What is written must be of the texel's type, too.
    for operation in ["OpAtomicStore %texel %c1 %c0 %l1", "%old = OpAtomicIAdd %long %texel %c1 %c0 %l1"] {
        let body = format!("{READ_INDEX}\n%texel = OpImageTexelPointer %ptr_texel %image %at %c0\n{operation}");
        refused(operation, &text(TEXEL_CAPABILITIES, TEXELS, &body), "not of the type that its pointer points to");
    }
}

fn texels_are_counted_as_wide_as_they_are() {
    let body = format!(
        "{READ_INDEX}\n%texel = OpImageTexelPointer %ptr_texel %image %at %c0
        %same = OpCopyObject %ptr_texel %texel\n%old = OpAtomicIAdd %uint %same %c1 %c0 %c1"
    );
    let modules = modules("texels", &text(TEXEL_CAPABILITIES, TEXELS, &body));
    let places = [(3u32, [5u32, 5, 5, 6]), (4, [5; 4]), (u32::MAX, [5; 4])];
    for (module, (index, expected)) in modules.iter().flat_map(|module| places.map(|place| (module, place))) {
        let at = vec![index];
        let mut image = Image::buffer(Format::R32_UINT, 4).unwrap();
        image.set_values(0, 0, &[5u32; 4]);
        let mut dispatch = module.dispatch();
        dispatch.buffer((0, 0), &at).unwrap().image((0, 1), &mut image).unwrap();
        dispatch.run([1, 1, 1]).unwrap();
        assert_eq!(values_of::<u32>(image.bytes()), expected);
    }
}

fn numbers_of_pointers_are_the_shaders_own() {
    let declarations = "OpDecorate %longs ArrayStride 8\nOpMemberDecorate %wide 0 Offset 0\nOpDecorate %wide Block
        OpDecorate %out DescriptorSet 0\nOpDecorate %out Binding 1
        %long = OpTypeInt 64 0\n%longs = OpTypeRuntimeArray %long\n%wide = OpTypeStruct %longs
        %ptr_wide = OpTypePointer StorageBuffer %wide\n%ptr_long = OpTypePointer StorageBuffer %long
        %out = OpVariable %ptr_wide StorageBuffer\n%ptr_own = OpTypePointer Function %uint
        %c2 = OpConstant %uint 2\n%c3 = OpConstant %uint 3";
    let body = "%own = OpVariable %ptr_own Function
        %first = OpAccessChain %ptr_word %words %c0 %c0\n%third = OpAccessChain %ptr_word %words %c0 %c2
        %n0 = OpConvertPtrToU %long %first\n%n1 = OpConvertPtrToU %long %third
        %n2 = OpConvertPtrToU %long %own\n%n3 = OpConvertPtrToU %long %first
        %to0 = OpAccessChain %ptr_long %out %c0 %c0\nOpStore %to0 %n0
        %to1 = OpAccessChain %ptr_long %out %c0 %c1\nOpStore %to1 %n1
        %to2 = OpAccessChain %ptr_long %out %c0 %c2\nOpStore %to2 %n2
        %to3 = OpAccessChain %ptr_long %out %c0 %c3\nOpStore %to3 %n3";
    let mut seen = Vec::new();
    for module in modules("numbers", &text("Int64 Addresses", declarations, body)) {
        let (words, mut numbers) = (vec![0u32; 4], vec![0u64; 4]);
        let mut dispatch = module.dispatch();
        dispatch.buffer((0, 0), &words).unwrap().buffer_mut((0, 1), &mut numbers).unwrap();
        dispatch.run([1, 1, 1]).unwrap();
        assert_eq!(numbers[1], numbers[0] + 8);
        assert_eq!(numbers[3], numbers[0]);
        assert!(numbers[2].abs_diff(numbers[0]) >= 1 << 40, "{numbers:?}");
        assert!(numbers.iter().all(|number| *number != 0), "{numbers:?}");
        // The words are at another place each time, which must not show.
        seen.push((numbers, words));
    }
    assert!(seen.windows(2).all(|pair| pair[0].0 == pair[1].0), "{seen:?}");
}

/// Types of elements: the capability that each requires, its declarations, and how an element `%v` decides a branch.
const ELEMENTS: &[(&str, &str, &str)] = &[
    ("", "%elem = OpTypeInt 32 1\n%zero = OpConstantNull %elem", "%is = OpINotEqual %bool %v %zero"),
    ("Int8", "%elem = OpTypeInt 8 0\n%zero = OpConstantNull %elem", "%is = OpINotEqual %bool %v %zero"),
    ("Int16", "%elem = OpTypeInt 16 0\n%zero = OpConstantNull %elem", "%is = OpINotEqual %bool %v %zero"),
    ("Int64", "%elem = OpTypeInt 64 0\n%zero = OpConstantNull %elem", "%is = OpINotEqual %bool %v %zero"),
    ("Float16", "%elem = OpTypeFloat 16\n%zero = OpConstantNull %elem", "%is = OpFUnordNotEqual %bool %v %zero"),
    ("Float64", "%elem = OpTypeFloat 64\n%zero = OpConstantNull %elem", "%is = OpFUnordNotEqual %bool %v %zero"),
    ("", "%pair = OpTypeStruct %bool %float", "%is = OpCompositeExtract %bool %v 0"),
    (
        "",
        "%row = OpTypeVector %float 3\n%rows = OpTypeMatrix %row 2\n%zero = OpConstant %float 0",
        "%y = OpCompositeExtract %float %v 1 2\n%is = OpFUnordNotEqual %bool %y %zero",
    ),
];

fn branches_on_what_nothing_has_written_take_one_side() {
    let sides = |is: &str| {
        format!(
            "%at = OpUMod %uint %x %c3
            %place = OpAccessChain %ptr_elem %values %at
            %v = OpLoad %elem %place
            {is}
            OpSelectionMerge %join None
            OpBranchConditional %is %yes %no
            %yes = OpLabel
            OpBranch %join
            %no = OpLabel
            OpBranch %join
            %join = OpLabel
            %r = OpPhi %uint %c1 %yes %c2 %no"
        )
    };
    for (capability, elem, is) in ELEMENTS {
        let elem = elem.replace("%pair", "%elem").replace("%rows", "%elem");
        for class in ["Function", "Private"] {
            let variable = format!("%values = OpVariable %ptr_values {class}\n");
            let types = format!(
                "{elem}\n%array = OpTypeArray %elem %c3\n%ptr_values = OpTypePointer {class} %array
                %ptr_elem = OpTypePointer {class} %elem"
            );
            let sides = sides(is);
            let text = match class {
                "Private" => module(capability, &format!("{types}\n{variable}"), &sides),
                _ => module(capability, &types, &format!("{variable}{sides}")),
            };
            let name = format!("{class}: {elem}");
            check(&name, &text, each(|_| 2));
            let engine = Engine::Interpreter(Checking::new(Checks::none()));
            assert!(run_with(&name, &text, &Options { engine, ..options() }).iter().all(|side| *side == 2), "{name}");
        }
    }
}
