//! Limits of what is written as nested text: statements in statements, operands in operands.
//!
//! Writers recurse over both, and so do the readers of what they write.

use crate::pipeline::languages::Absent;
use crate::pipeline::nesting::nesting;
use base::ids::{Map, Set};
use dialect::spirv::decode::{Inst, Operand, decode};
use spirv::Op;

/// The most statements in statements: what WGSL promises to take.
const MOST_STATEMENTS: usize = 127;

/// The most operators in operands. What is deeper gets a name.
const MOST_OPERATORS: u32 = 16;

/// The instructions whose results need a name.
pub(super) struct Naming {
    /// The offsets of their first words.
    named: Set<u32>,
}

impl Naming {
    /// Examines a module.
    ///
    /// # Errors
    /// When it cannot be decoded, or nests too deeply.
    pub(super) fn of(words: &[u32]) -> Result<Self, Absent> {
        let levels = nesting(words);
        if levels > MOST_STATEMENTS {
            let reason =
                format!("control flow is nested {levels} levels deep; other languages guarantee {MOST_STATEMENTS}");
            return Err(reason.into());
        }
        let (_, insts) = decode(words).map_err(|error| Absent::from(error.to_string()))?;
        let (mut depths, mut named) = (Map::default(), Set::default());
        for inst in &insts {
            let depth = depth(inst, &depths);
            if let Some(result) = inst.result {
                depths.insert(result, depth % MOST_OPERATORS);
            }
            if depth == MOST_OPERATORS {
                named.insert(inst.offset);
            }
        }
        Ok(Naming { named })
    }

    /// Returns whether the instruction that starts at a word needs a name.
    pub(super) fn names(&self, word: u32) -> bool {
        self.named.contains(&word)
    }
}

/// The operators that are in each other where a result is written. Addresses have no name, so they count as their deepest
/// index; what is loaded, called or joined is a statement of its own.
fn depth(inst: &Inst, depths: &Map<u32, u32>) -> u32 {
    let ids = inst.operands.iter().filter_map(|operand| match operand {
        Operand::Id(id) => depths.get(id),
        _ => None,
    });
    match inst.op {
        Op::Load | Op::Phi | Op::Variable | Op::FunctionCall | Op::FunctionParameter | Op::Label | Op::Function => 0,
        Op::AccessChain | Op::InBoundsAccessChain => ids.max().copied().unwrap_or_default(),
        _ => ids.max().map_or(0, |deepest| deepest + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sums_get_names() {
        let op = |op: Op, operands: &[u32]| [&[(operands.len() as u32 + 1) << 16 | op as u32], operands].concat();
        let sum = |id: u32| op(Op::IAdd, &[1, id + 1, id, 2]);
        let head = [op(Op::TypeInt, &[1, 32, 0]), op(Op::Constant, &[1, 2, 1]), op(Op::Load, &[1, 100, 3])].concat();
        let sums = (100..140).flat_map(sum);
        let words: Vec<u32> =
            [spirv::MAGIC_NUMBER, 0x0001_0000, 0, 200, 0].into_iter().chain(head).chain(sums).collect();
        let naming = Naming::of(&words).expect("it is a module");
        let first = 5 + 4 + 4 + 4;
        let named: Vec<u32> = (0..40).filter(|at| naming.names(first + at * 5)).collect();
        assert_eq!(named, [15, 31]);
    }

    #[test]
    fn deep_control_flow_is_refused() {
        let merge = [2 << 16 | Op::SelectionMerge as u32, 900];
        let words: Vec<u32> =
            [spirv::MAGIC_NUMBER, 0x0001_0000, 0, 1000, 0].into_iter().chain(merge.repeat(128)).collect();
        assert!(Naming::of(&words).is_err_and(|absent| absent.reason.contains("128 levels")));
    }
}
