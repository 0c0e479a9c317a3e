//! How deep control flow nests in the words of a module.
//!
//! Knows merge instructions and labels, and nothing else of a module.

use crate::pipeline::spirv_tools::words::Instructions;
use spirv::Op;

/// The nesting depth of selections and loops, from merge instructions.
pub(crate) fn nesting(words: &[u32]) -> usize {
    let (mut ends, mut deepest): (Vec<u32>, usize) = (Vec::new(), 0);
    for instruction in Instructions::of(words) {
        match Op::from_u32(instruction[0] & 0xFFFF) {
            Some(Op::Function) => ends.clear(),
            Some(Op::SelectionMerge | Op::LoopMerge) => ends.extend(instruction.get(1)),
            Some(Op::Label) => {
                let label = instruction.get(1);
                let ended = ends.iter().rposition(|end| Some(end) == label);
                ends.truncate(ended.unwrap_or(ends.len()));
            }
            _ => {}
        }
        deepest = deepest.max(ends.len());
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_counts_what_is_open() {
        let op = |op: Op, operand: u32| [2 << 16 | op as u32, operand];
        let merge = |end: u32| op(Op::SelectionMerge, end);
        let label = |label: u32| op(Op::Label, label);
        let code = [merge(1), label(2), merge(3), label(3), merge(4), label(4), label(1), merge(5), label(5)];
        let words = [vec![0; 5], code.concat()].concat();
        assert_eq!(nesting(&words), 2);
        assert_eq!(nesting(&[]), 0);
    }
}
