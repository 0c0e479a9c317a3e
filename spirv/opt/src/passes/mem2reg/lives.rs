//! Which variables get a value before anything reads them, wherever control comes from: in a loop, no value of theirs lives
//! from one iteration to the next. Knows nothing of what is done with that.

use super::candidates::{Access, Leads, Variable};
use crate::edit;
use dialect::ir::{BlockId, Module, OpId, walk};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The store that comes first: the innermost construct around it, and its block.
#[derive(Clone, Copy)]
struct First {
    construct: OpId,
    block: BlockId,
}

/// For each variable, whether a store of the whole variable dominates all other ops that access it. Accesses are in order.
pub(super) fn written_first(
    module: &Module,
    ops: &[OpId],
    accesses: &[Access],
    leads: &Leads,
    variables: &[Variable],
) -> Vec<bool> {
    let mut firsts: Vec<Option<First>> = vec![None; variables.len()];
    let mut is_first = vec![true; variables.len()];
    let mut trees = FxHashMap::default();
    for Access { place, variable } in accesses.iter().copied() {
        if !is_first[variable] {
            continue;
        }
        let op = ops[place];
        let (Some(block), Some(construct)) = (module[op].block, module.parent_op(op)) else { continue };
        is_first[variable] = match firsts[variable] {
            None => {
                firsts[variable] = Some(First { construct, block });
                let pointer = module[op].operands.first();
                edit::core(module, op) == Some(Op::Store)
                    && pointer.is_some_and(|pointer| leads.whole(*pointer).is_some())
            }
            Some(first) => {
                let here = block_of(module, first.construct, block);
                here.is_some_and(|here| here == first.block || dominates(module, &first, here, &mut trees))
            }
        };
    }
    is_first
}

/// The block of a construct that a block is, or is inside of.
fn block_of(module: &Module, construct: OpId, inside: BlockId) -> Option<BlockId> {
    let mut block = inside;
    loop {
        let around = module[module[block].region?].op?;
        if around == construct {
            return Some(block);
        }
        block = module[around].block?;
    }
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
