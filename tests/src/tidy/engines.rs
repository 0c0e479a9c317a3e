//! The interpreter runs what kernels are compiled of: an instruction with a pattern in `lower` has a form in `interp`, and
//! a test that runs it.

use super::{files, sources, text_of, verdict, workspace};
use base::ids::Set;
use libtest_mimic::Failed;

/// Instructions of OpenCL's kernels alone, which the interpreter does not run.
const OF_KERNELS: &[&str] = &[
    "Op::AtomicCompareExchangeWeak",
    "Op::AtomicFlagClear",
    "Op::AtomicFlagTestAndSet",
    "Op::GenericCastToPtr",
    "Op::GenericCastToPtrExplicit",
    "Op::GenericPtrMemSemantics",
    "Op::PtrCastToGeneric",
    "Op::PtrDiff",
    "Op::SizeOf",
    "Op::UntypedAccessChainKHR",
    "Op::UntypedArrayLengthKHR",
    "Op::UntypedInBoundsAccessChainKHR",
    "Op::UntypedInBoundsPtrAccessChainKHR",
    "Op::UntypedPtrAccessChainKHR",
    "Op::UntypedVariableKHR",
];

/// Samples, which the interpreter recognises by their class.
const BY_CLASS: &[&str] = &["Op::ImageSample", "Op::ImageSparseSample"];

/// Instructions that tests run under the names of functions and operators: in the shaders and kernels of the suite, in
/// `texels/samples.rs`, and in the chapters of `conformance`.
#[rustfmt::skip]
const BY_FUNCTION: &[&str] = &[
    "AbortKHR", "Any", "ArrayLength", "AtomicAnd", "AtomicCompareExchange", "AtomicExchange", "AtomicFAddEXT",
    "AtomicFMaxEXT", "AtomicFMinEXT", "AtomicIIncrement", "AtomicISub", "AtomicLoad", "AtomicOr", "AtomicSMax", "AtomicSMin", "AtomicUMax", "AtomicUMin", "AtomicXor", "CopyLogical",
    "Cross", "DPdx", "DPdxCoarse", "DPdxFine", "DPdy", "DPdyCoarse", "DPdyFine", "Determinant", "Distance",
    "FConvert", "FaceForward", "FrexpStruct", "Fwidth", "FwidthCoarse", "FwidthFine", "GenericCastToPtr",
    "GenericCastToPtrExplicit", "GenericPtrMemSemantics", "GroupNonUniformPartitionEXT", "GroupNonUniformQuadAllKHR",
    "GroupNonUniformQuadAnyKHR", "ImageDrefGather", "ImageFetch", "ImageGather", "ImageQueryLevels",
    "ImageQuerySamples", "ImageQuerySize", "ImageQuerySizeLod", "ImageSampleDrefExplicitLod",
    "ImageSampleDrefImplicitLod", "ImageSampleExplicitLod", "ImageSampleImplicitLod", "ImageSparseDrefGather",
    "ImageSparseFetch", "ImageSparseGather", "ImageSparseRead", "ImageSparseSampleDrefExplicitLod",
    "ImageSparseSampleDrefImplicitLod", "ImageSparseSampleExplicitLod", "ImageSparseSampleImplicitLod", "Ldexp",
    "Length", "MatrixInverse", "MatrixTimesMatrix", "MatrixTimesVector", "MemoryBarrier", "ModfStruct", "Normalize",
    "PackDouble2x32", "PackHalf2x16", "PackSnorm2x16", "PackSnorm4x8", "PackUnorm2x16", "PackUnorm4x8",
    "ReadClockKHR", "Reflect", "Refract", "SMulExtended", "SampledImage", "UnpackDouble2x32", "UnpackHalf2x16",
    "UnpackSnorm2x16", "UnpackSnorm4x8", "UnpackUnorm2x16", "UnpackUnorm4x8", "UntypedAccessChainKHR",
    "UntypedVariableKHR", "VectorTimesMatrix", "VectorTimesScalar", "s_mad24", "vloadn", "vstore_halfn", "vstoren",
];

/// Instructions that no test runs.
#[rustfmt::skip]
const UNTESTED: &[&str] = &[
    "AtomicCompareExchangeWeak", "AtomicFlagClear", "AtomicFlagTestAndSet", "AtomicIDecrement", "FmaKHR", "ImageQueryLod", "ImageSampleProjDrefExplicitLod",
    "ImageSampleProjDrefImplicitLod", "ImageSampleProjExplicitLod", "ImageSampleProjImplicitLod",
    "ImageSparseSampleProjDrefExplicitLod", "ImageSparseSampleProjDrefImplicitLod",
    "ImageSparseSampleProjExplicitLod", "ImageSparseSampleProjImplicitLod", "ImageSparseTexelsResident", "Kill",
    "LifetimeStart", "LifetimeStop", "TerminateInvocation", "UntypedArrayLengthKHR", "UntypedInBoundsAccessChainKHR",
    "UntypedInBoundsPtrAccessChainKHR", "UntypedPtrAccessChainKHR", "fast_distance", "fast_length", "fast_normalize",
    "nan", "s_upsample", "u_upsample", "vload_half", "vload_halfn", "vloada_halfn", "vstore_half_r", "vstore_halfn_r",
    "vstorea_halfn", "vstorea_halfn_r",
];

/// Folders and extensions of the files whose texts name the instructions that they run.
const RUN: [(&str, &str); 3] =
    [("cpu/runner/tests/modules", "rs"), ("tests/suite/foreign", "spvasm"), ("tests/suite/kernels/opencl", "cl")];

/// Instructions of the core and of GLSL.std.450 that are lowered are named by the interpreter.
pub(super) fn lowered_instructions_are_interpreted() -> Result<(), Failed> {
    let patterns = text_of(&workspace().join("cpu/lower/src/spirv_to_llvm/patterns.rs"));
    let own = sources().into_iter().filter(|(path, _)| {
        ["/spirv/value.rs", "/abi/src/rays.rs"].iter().any(|end| path.ends_with(end)) || path.contains("/interp/src/")
    });
    let interpreter: String = own.map(|(_, text)| text).collect();
    let mut problems = missing(&patterns, &interpreter, OF_KERNELS);
    let of_no_use = OF_KERNELS.iter().filter(|name| is_named(&interpreter, name));
    problems.extend(of_no_use.map(|name| format!("{name} is interpreted and need not be excused")));
    verdict(problems)
}

/// Instructions that are lowered, in all sets and those of waves, are named by a test that runs them.
pub(super) fn lowered_instructions_are_tested() -> Result<(), Failed> {
    let lower = workspace().join("cpu/lower/src");
    let lowered = names_in(&text_of(&lower.join("spirv_to_llvm/patterns.rs")), &["Op", "GLOp", "CLOp"]);
    let of_waves = names_in(&text_of(&lower.join("wave_op.rs")), &["Op"]);
    let files = RUN.iter().flat_map(|(folder, extension)| files(&workspace().join(folder), extension));
    let tests: String = files.map(|file| text_of(&file)).collect();
    verdict(untested(lowered.union(&of_waves), &tests, &[BY_FUNCTION, UNTESTED].concat()))
}

/// The names that a text has behind the name of an enumeration of instructions.
fn names_in(text: &str, enums: &[&str]) -> Set<String> {
    let words = text.split(|next: char| !next.is_alphanumeric() && next != '_' && next != ':');
    let names = words.filter_map(|word| word.split_once("::")).filter(|(start, _)| enums.contains(start));
    names.map(|(_, name)| name.to_owned()).collect()
}

/// The instructions that no test names and no list excuses, and those that a list excuses for nothing.
fn untested<'n>(lowered: impl Iterator<Item = &'n String>, tests: &str, excused: &[&str]) -> Vec<String> {
    let words: Set<&str> = tests.split(|next: char| !next.is_alphanumeric() && next != '_').collect();
    let is_named = |name: &str| words.contains(name) || words.contains(format!("Op{name}").as_str());
    let lowered: Set<&str> = lowered.map(String::as_str).collect();
    let missing = lowered.iter().filter(|name| !is_named(name) && !excused.contains(name));
    let missing = missing.map(|name| format!("{name} has a pattern, and no row in cpu/runner/tests/modules"));
    let of_no_use = excused.iter().filter(|name| is_named(name) || !lowered.contains(*name));
    missing.chain(of_no_use.map(|name| format!("{name} need not be excused"))).collect()
}

/// The instructions with a pattern that the interpreter does not name.
fn missing(patterns: &str, interpreter: &str, excused: &[&str]) -> Vec<String> {
    let rows = patterns.lines().filter_map(|line| {
        let line = line.trim_start();
        let row = line.strip_prefix("core(").or_else(|| Some(line.strip_prefix("gl(GLOp")?.trim_start_matches(':')))?;
        let name = row.split_once(',')?.0;
        Some(if name.starts_with("Op::") { name.to_owned() } else { format!("Gl::{name}") })
    });
    let has_none = |name: &String| {
        let is_known = excused.contains(&name.as_str()) || BY_CLASS.iter().any(|class| name.starts_with(class));
        !is_known && !is_named(interpreter, name)
    };
    rows.filter(has_none).map(|name| format!("{name} has a pattern, and no form in the interpreter")).collect()
}

/// Returns whether a text has a name as a whole.
fn is_named(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| !text[at + name.len()..].starts_with(|next: char| next.is_alphanumeric()))
}

/// An instruction without a form is found, and others are not.
pub(super) fn instructions_without_a_form_are_found() -> Result<(), Failed> {
    let patterns = "    core(Op::IAdd, x),\n    core(Op::ImageSampleImplicitLod, x),\n    gl(GLOp::Step, x),\n    cl(CLOp::cos, x),";
    let found = missing(patterns, "Op::IAddCarry, Gl::Step", &[]);
    assert_eq!(found, ["Op::IAdd has a pattern, and no form in the interpreter"]);
    assert_eq!(missing(patterns, "Op::IAdd, Gl::Step", &[]), Vec::<String>::new());
    Ok(())
}

/// An instruction without a test is found, and so is one that is excused for nothing.
pub(super) fn instructions_without_a_test_are_found() -> Result<(), Failed> {
    let lowered = names_in("core(Op::IAdd, x), gl(GLOp::Step, x), mlir(Mlir::Constant, x)", &["Op", "GLOp"]);
    assert_eq!(untested(lowered.iter(), "%a = OpIAdd %b", &["Step"]), Vec::<String>::new());
    let found = untested(lowered.iter(), "(\"Step\", 1)", &["Step"]);
    assert_eq!(found, ["IAdd has a pattern, and no row in cpu/runner/tests/modules", "Step need not be excused"]);
    Ok(())
}
