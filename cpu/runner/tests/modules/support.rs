//! Kernels that are assembled on the spot around a few instructions, run, and compared.

use hlsl2spirv_runner::{Effort, Host, Lanes, Module, Options};
use std::sync::LazyLock;
use text::assembly;

/// The number of invocations in a workgroup; not a multiple of the wave.
pub(crate) const LANES: usize = 40;
pub(crate) const WAVE: usize = 16;

/// A kernel around `body`, in which `%x` is the invocation's number from binding 0; `%r` goes to binding 1.
pub(crate) fn module(capabilities: &str, declarations: &str, body: &str) -> String {
    let (addressing, more) = match capabilities.contains("PhysicalStorageBufferAddresses") {
        true => ("PhysicalStorageBuffer64", "OpExtension \"SPV_KHR_physical_storage_buffer\""),
        false => ("Logical", ""),
    };
    let capabilities: String = capabilities
        .split_whitespace()
        .filter(|word| !word.starts_with("SPV_"))
        .map(|word| format!("OpCapability {word}\n"))
        .collect();
    format!(
        "OpCapability Shader\n{capabilities}{more}
        OpMemoryModel {addressing} GLSL450
        OpEntryPoint GLCompute %main \"main\" %gid %index
        OpExecutionMode %main LocalSize {LANES} 1 1
        OpDecorate %gid BuiltIn GlobalInvocationId
        OpDecorate %index BuiltIn LocalInvocationIndex
        OpDecorate %words ArrayStride 4
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block Block
        OpDecorate %in DescriptorSet 0
        OpDecorate %in Binding 0
        OpDecorate %out DescriptorSet 0
        OpDecorate %out Binding 1
        {decorations}
        %void = OpTypeVoid
        %bool = OpTypeBool
        %uint = OpTypeInt 32 0
        %int = OpTypeInt 32 1
        %float = OpTypeFloat 32
        %v2uint = OpTypeVector %uint 2
        %v3uint = OpTypeVector %uint 3
        %v4uint = OpTypeVector %uint 4
        %fn = OpTypeFunction %void
        %c0 = OpConstant %uint 0
        %c1 = OpConstant %uint 1
        %c2 = OpConstant %uint 2
        %c3 = OpConstant %uint 3
        %c4 = OpConstant %uint 4
        %c5 = OpConstant %uint 5
        %c7 = OpConstant %uint 7
        %c8 = OpConstant %uint 8
        %c264 = OpConstant %uint 264
        %seventy_seven = OpConstant %uint 77
        %words = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %words
        %ptr_block = OpTypePointer StorageBuffer %block
        %ptr_word = OpTypePointer StorageBuffer %uint
        %ptr_v3 = OpTypePointer Input %v3uint
        %ptr_in = OpTypePointer Input %uint
        %gid = OpVariable %ptr_v3 Input
        %index = OpVariable %ptr_in Input
        %in = OpVariable %ptr_block StorageBuffer
        %out = OpVariable %ptr_block StorageBuffer
        {declarations}
        %main = OpFunction %void None %fn
        %entry = OpLabel
        %lane = OpLoad %uint %index
        %id = OpLoad %v3uint %gid
        %i = OpCompositeExtract %uint %id 0
        %x_at = OpAccessChain %ptr_word %in %c0 %i
        %x = OpLoad %uint %x_at
        {body}
        %r_at = OpAccessChain %ptr_word %out %c0 %i
        OpStore %r_at %r
        OpReturn
        OpFunctionEnd",
        decorations = declarations.lines().filter(|line| line.contains("Decorate")).collect::<Vec<_>>().join("\n"),
        declarations = declarations.lines().filter(|line| !line.contains("Decorate")).collect::<Vec<_>>().join("\n"),
    )
}

/// The words of a text.
pub(crate) fn assemble(name: &str, text: &str) -> Vec<u32> {
    assembly::assemble(text, &assembly::Options::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn options() -> Options {
    // All tests share it: LLVM is loaded once.
    static HOST: LazyLock<Host> = LazyLock::new(|| Host::with_threads(1));
    Options { host: HOST.clone(), wave: WAVE as u32, ..Options::default() }
}

/// A compiled module.
pub(crate) fn compiled(name: &str, text: &str, options: &Options) -> Module {
    compiled_words(name, &assemble(name, text), options)
}

fn compiled_words(name: &str, words: &[u32], options: &Options) -> Module {
    Module::new(words, "main", options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Numbers of all sizes, for three workgroups.
pub(crate) fn numbers() -> Vec<u32> {
    let mut state = 12345u32;
    let mut next = |at: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match at % 5 {
            0 => state,
            1 => state >> 24,
            2 => at as u32,
            3 => !0 - (state >> 28),
            _ => 1 << (state >> 27),
        }
    };
    (0..3 * LANES).map(&mut next).collect()
}

/// Runs a kernel on the numbers and compares with what `expected` makes of those of each workgroup.
pub(crate) fn check(name: &str, text: &str, expected: impl Fn(&[u32]) -> Vec<u32>) {
    let output = run(name, text);
    let wanted: Vec<u32> = numbers().chunks(LANES).flat_map(&expected).collect();
    assert_eq!(output, wanted, "{name}");
}

/// The numbers that a kernel writes, which are the same when it checks each access to memory.
pub(crate) fn run(name: &str, text: &str) -> Vec<u32> {
    let words = assemble(name, text);
    let output = run_words(name, &words, &options());
    for lanes in [Lanes::OneByOne, Lanes::Vectors(4), Lanes::Vectors(16)] {
        // What LLVM does for the speed of code is tried once, with what checks do not hide.
        for (checked, effort) in [(false, Effort::Quick), (true, Effort::None)] {
            let other = run_words(name, &words, &Options { lanes, checked, effort, ..options() });
            assert_eq!(other, output, "{name}, {lanes:?}, checked: {checked}");
        }
    }
    output
}

/// The numbers that a kernel writes with these options.
pub(crate) fn run_with(name: &str, text: &str, options: &Options) -> Vec<u32> {
    run_words(name, &assemble(name, text), options)
}

fn run_words(name: &str, words: &[u32], options: &Options) -> Vec<u32> {
    let module = compiled_words(name, words, options);
    let (input, mut output) = (numbers(), vec![0; 3 * LANES]);
    let mut dispatch = module.dispatch();
    dispatch.buffer((0, 0), &input).unwrap().buffer_mut((0, 1), &mut output).unwrap();
    dispatch.run([3, 1, 1]).unwrap_or_else(|error| panic!("{name}: {error}"));
    output
}

/// Expected results of lanes that compute from their own number alone.
pub(crate) fn each(of: impl Fn(u32) -> u32) -> impl Fn(&[u32]) -> Vec<u32> {
    move |group| group.iter().map(|x| of(*x)).collect()
}
