//! Which variables get a value before anything reads them, wherever control comes from: in a loop, no value of theirs lives
//! from one iteration to the next. Knows nothing of what is done with that.

use super::candidates::{Leads, Variable};
use crate::edit;
use dialect::ir::{BlockId, Module, OpId, walk};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The store that comes first: how many constructs are around it, the innermost of them, and its block.
#[derive(Clone, Copy)]
struct First {
    depth: usize,
    construct: OpId,
    block: BlockId,
}

/// For each variable, whether a store of the whole variable dominates all other ops that access it. Ops are in order, each
/// construct before the ops in it.
pub(super) fn written_first(module: &Module, ops: &[OpId], leads: &Leads, variables: &[Variable]) -> Vec<bool> {
    let mut firsts: Vec<Option<First>> = vec![None; variables.len()];
    let mut is_first = vec![true; variables.len()];
    let mut trees = FxHashMap::default();
    // The constructs around the current op, each with the block of it that the op is in.
    let mut around: Vec<(OpId, BlockId)> = Vec::new();
    for (at, op) in ops.iter().enumerate() {
        let (Some(block), Some(construct)) = (module[*op].block, module.parent_op(*op)) else { continue };
        let enters = at > 0 && ops[at - 1] == construct;
        while !enters && around.last().is_some_and(|(open, _)| *open != construct) {
            around.pop();
        }
        match around.last_mut().filter(|(open, _)| *open == construct) {
            Some((_, current)) => *current = block,
            None => around.push((construct, block)),
        }
        let Some(variable) = leads.accessed(module, *op).filter(|variable| is_first[*variable]) else { continue };
        is_first[variable] = match firsts[variable] {
            None => {
                firsts[variable] = Some(First { depth: around.len() - 1, construct, block });
                let pointer = module[*op].operands.first();
                edit::core(module, *op) == Some(Op::Store)
                    && pointer.is_some_and(|pointer| leads.whole(*pointer).is_some())
            }
            Some(first) => {
                let here = around.get(first.depth).filter(|(open, _)| *open == first.construct);
                here.is_some_and(|(_, here)| *here == first.block || dominates(module, &first, *here, &mut trees))
            }
        };
    }
    is_first
}

/// Returns whether the block of a first store dominates another one of the same construct.
fn dominates(module: &Module, first: &First, other: BlockId, trees: &mut FxHashMap<OpId, walk::Dominators>) -> bool {
    let Some(region) = module[first.construct].regions.first() else { return false };
    let entry = module[*region].blocks[0];
    let tree = trees
        .entry(first.construct)
        .or_insert_with(|| walk::Dominators::new(entry, |block| walk::successors(module, block)));
    tree.dominates(first.block, other)
}
