//! Conditional breaks: branches in a switch of which one successor is its merge block.
//!
//! SPIR-V allows such a branch without a merge instruction, but not every consumer does: naga takes it for a
//! fall-through. With one, it is a selection of its own that merges at the other successor. Knows the dialect's
//! regions, and nothing of labels.

use crate::ir::{BlockId, Module, OpId};
use crate::spirv::ops::{self, Code};
use base::ids::Map;
use rustc_hash::FxHashMap;
use spirv::Op;

/// A conditional break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConditionalBreak {
    pub(super) terminator: OpId,
    /// The index of the successor inside the switch.
    pub(super) stays: usize,
    /// True if that successor has other predecessors, so that it cannot be the merge block.
    pub(super) is_shared: bool,
}

/// Conditional breaks by their blocks.
pub(super) type Breaks = Map<BlockId, ConditionalBreak>;

/// Finds the conditional breaks among the blocks of a construct, of which the last is its merge block; none if the
/// construct is not a switch.
pub(super) fn of_construct(module: &Module, blocks: &[BlockId]) -> Breaks {
    let (Some(entry), Some(merge)) = (blocks.first(), blocks.last()) else { return Breaks::default() };
    let is_switch = |end| ops::code(module, end) == Some(Code::Core(Op::Switch));
    if !module.terminator(*entry).is_some_and(is_switch) {
        return Breaks::default();
    }
    let branches = count_branches(module, blocks);
    let conditional_break = |block: &BlockId| {
        let terminator = module.terminator(*block)?;
        let [first, second] = module[terminator].successors.as_slice() else { return None };
        let (stays, next) = match (first.block == *merge, second.block == *merge) {
            (true, false) => (1, second.block),
            (false, true) => (0, first.block),
            (true, true) | (false, false) => return None,
        };
        let is_shared = branches.get(&next) != Some(&1);
        Some((*block, ConditionalBreak { terminator, stays, is_shared }))
    };
    blocks[1..].iter().filter_map(conditional_break).collect()
}

/// The number of edges to each block.
fn count_branches(module: &Module, blocks: &[BlockId]) -> FxHashMap<BlockId, u32> {
    let mut branches = FxHashMap::default();
    for terminator in blocks.iter().filter_map(|block| module.terminator(*block)) {
        for successor in &module[terminator].successors {
            *branches.entry(successor.block).or_default() += 1;
        }
    }
    branches
}
