//! Classification of instructions is the table of `isa` alone: no other code classifies opcodes by a list or a range of
//! its own.

use super::{sources, verdict};
use libtest_mimic::Failed;

/// No function outside of `isa` is a predicate on an opcode alone; no range goes from opcode to opcode.
pub(super) fn kinds_of_instructions_are_classes() -> Result<(), Failed> {
    let others =
        sources().into_iter().filter(|(path, _)| !path.contains("/isa/") && !path.ends_with("tidy/instructions.rs"));
    verdict(
        others
            .flat_map(|(path, text)| private_kinds(&text).into_iter().map(move |found| format!("{path}: {found}")))
            .collect(),
    )
}

/// Private classifications in a text.
fn private_kinds(text: &str) -> Vec<String> {
    let functions = text.split("fn ").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once('(')?;
        let (params, rest) = rest.split_once(')')?;
        let (param, ty) = params.trim().trim_end_matches(',').split_once(": ")?;
        let is_kind =
            !param.contains(',') && matches!(ty, "Op" | "spirv::Op") && rest.trim_start().starts_with("-> bool");
        is_kind.then(|| format!("{name} asks of an opcode what its class should say"))
    });
    let ranges = text.split(" as u32..").skip(1).filter_map(|rest| {
        let last = rest.trim_start_matches('=').strip_prefix("Op::")?;
        let name: String = last.chars().take_while(|char| char.is_alphanumeric()).collect();
        Some(format!("a range of opcodes ends at {name}: name a class"))
    });
    functions.chain(ranges).collect()
}

/// Such functions and ranges are found, and others are not.
pub(super) fn private_kinds_are_found() -> Result<(), Failed> {
    assert_eq!(private_kinds("fn is_atomic(op: Op) -> bool {").len(), 1);
    assert_eq!(private_kinds("fn is_atomic(\n    code: spirv::Op,\n) -> bool {").len(), 1);
    assert_eq!(private_kinds("(Op::AtomicLoad as u32..=Op::AtomicXor as u32).contains(&op)").len(), 1);
    for other in
        ["fn has_seen(&self, op: Op) -> bool {", "fn arity(op: Op) -> usize {", "fn is(op: Op, other: Op) -> bool {"]
    {
        assert_eq!(private_kinds(other), Vec::<String>::new());
    }
    Ok(())
}
