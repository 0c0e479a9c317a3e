//! Consecutive words of a byte address buffer that one block reads, as `Load2` and similar ones do: the access to the
//! first word reads the others as well.
//!
//! The index of the first word is a byte offset shifted right by two, so that the indices of the next words cannot overflow.
//! Nothing is written between the reads. Must not know how the words are read.

use crate::facts;
use crate::lowering::Neighbours;
use dialect::ir::{Module, OpId, ValueId};
use dialect::spirv::effects;
use dialect::spirv::ops::{self, Code};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The limit of words in a row.
const MOST_WORDS: u64 = 4;

/// Identity of a row of words: the indices of the access chain but for the last one, and the index of the first word.
type Row<'m> = (&'m [ValueId], ValueId);

/// The rows that a block reads.
pub(super) fn find(module: &Module, ops: &[OpId]) -> Neighbours {
    let (mut found, mut firsts) = (Neighbours::default(), FxHashMap::<Row<'_>, (OpId, u64)>::default());
    for op in ops {
        if let Some((row, at)) = word(module, *op) {
            let (first, start) = *firsts.entry(row).or_insert((*op, at));
            let behind = at.wrapping_sub(start);
            if first != *op && behind < MOST_WORDS {
                found.entry(first).or_default().push((*op, behind));
            }
        } else if !effects::of_op(module, *op).is_removable() && !firsts.is_empty() {
            firsts = FxHashMap::default();
        }
    }
    found
}

/// The word that an op reads: its row, and its distance from the first word.
fn word(module: &Module, op: OpId) -> Option<(Row<'_>, u64)> {
    let code = |op: OpId| ops::code(module, op);
    let is_read = code(op) == Some(Code::Core(Op::Load)) && !effects::of_op(module, op).kept;
    let chain = module.defining_op(*module[op].operands.first().filter(|_| is_read)?)?;
    if !matches!(code(chain), Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain))) {
        return None;
    }
    let (index, row) = module[chain].operands.split_last()?;
    let is_divided = |value: ValueId| {
        let op = module.defining_op(value)?;
        let by = facts::constant(module, *module[op].operands.get(1)?)?;
        (code(op) == Some(Code::Core(Op::ShiftRightLogical)) && by > 1).then_some(())
    };
    if is_divided(*index).is_some() {
        return Some(((row, *index), 0));
    }
    let sum = module.defining_op(*index).filter(|sum| code(*sum) == Some(Code::Core(Op::IAdd)))?;
    let [first, by] = module[sum].operands[..] else { return None };
    let by = facts::constant(module, by)?;
    is_divided(first).filter(|()| by < MOST_WORDS)?;
    Some(((row, first), by))
}
