//! The interpreter runs what kernels are compiled of: an instruction with a pattern in `lower` has a form in `interp`.

use super::{sources, text_of, verdict, workspace};
use libtest_mimic::Failed;

/// Instructions of OpenCL's kernels alone, which the interpreter does not run.
const OF_KERNELS: &[&str] = &[
    "Op::AtomicCompareExchangeWeak",
    "Op::AtomicFlagClear",
    "Op::AtomicFlagTestAndSet",
    "Op::GenericCastToPtr",
    "Op::GenericCastToPtrExplicit",
    "Op::GenericPtrMemSemantics",
    "Op::ImageQueryFormat",
    "Op::ImageQueryOrder",
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

/// Instructions of the core and of GLSL.std.450 that are lowered are named by the interpreter.
pub(super) fn lowered_instructions_are_interpreted() -> Result<(), Failed> {
    let patterns = text_of(&workspace().join("lower/src/spirv_to_llvm/patterns.rs"));
    let own = sources().into_iter().filter(|(path, _)| path.contains("/interp/src/"));
    let interpreter: String = own.map(|(_, text)| text).collect();
    let mut problems = missing(&patterns, &interpreter, OF_KERNELS);
    let of_no_use = OF_KERNELS.iter().filter(|name| is_named(&interpreter, name));
    problems.extend(of_no_use.map(|name| format!("{name} is interpreted and need not be excused")));
    verdict(problems)
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
