//! The variables that blocks and constructs write, and the values that they have.

use super::candidates::{Leads, Variable};
use super::lives;
use crate::edit;
use dialect::ir::{BlockId, Module, OpId, ValueId};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The value of a variable; `None` before it is written.
pub(super) type Held = Option<ValueId>;

/// The variables that each block, and each construct, writes, by their indices, in order.
#[derive(Default)]
pub(super) struct Stores {
    blocks: FxHashMap<BlockId, Vec<usize>>,
    /// For a construct, only variables whose values live on behind it: there, or in a later iteration of a loop around it.
    pub(super) constructs: FxHashMap<OpId, Vec<usize>>,
}

impl Stores {
    pub(super) fn find(module: &Module, ops: &[OpId], leads: &Leads, variables: &[Variable]) -> Stores {
        let mut stores = Stores::default();
        let is_loop = |op: &OpId| edit::is_loop(module, *op);
        let has_loops = ops.iter().any(is_loop);
        let written_first = has_loops.then(|| lives::written_first(module, ops, leads, variables));
        let mut loops = 0;
        // The constructs around the current op, with the positions of their last ops: an op comes before those inside
        // of it.
        let mut open: Vec<(OpId, usize)> = Vec::new();
        let mut behind = None;
        for (at, op) in ops.iter().enumerate().rev() {
            let Some(block) = module[*op].block else { continue };
            let opened = open.pop_if(|(construct, _)| *construct == *op);
            loops -= usize::from(opened.is_some() && is_loop(op));
            let end = opened.map_or(at, |(_, end)| end);
            if behind != Some(block)
                && let Some(around) = module.parent_op(*op)
                && open.last().is_none_or(|(construct, _)| *construct != around)
            {
                open.push((around, end));
                loops += usize::from(is_loop(&around));
            }
            behind = Some(block);
            if edit::is_construct(module, *op) {
                let lives_on = |variable: usize| loops > 0 && written_first.as_ref().is_some_and(|all| !all[variable]);
                let is_local = |variable: &usize| {
                    let (first, last) = variables[*variable].span;
                    at < first && last <= end && !lives_on(*variable)
                };
                let mut written = stores.within(module, *op);
                written.retain(|variable| !is_local(variable));
                stores.blocks.entry(block).or_default().extend(&written);
                stores.constructs.insert(*op, written);
            } else if edit::core(module, *op) == Some(Op::Store)
                && let Some(variable) = leads.accessed(module, *op)
            {
                stores.blocks.entry(block).or_default().push(variable);
            }
        }
        stores
    }

    /// The writes of a block, in no order.
    pub(super) fn of(&self, block: BlockId) -> &[usize] {
        self.blocks.get(&block).map_or(&[], |written| written)
    }

    /// The writes of all blocks of a construct.
    fn within(&self, module: &Module, construct: OpId) -> Vec<usize> {
        let blocks = module[construct].regions.iter().flat_map(|region| &module[*region].blocks);
        let mut written: Vec<usize> = blocks.flat_map(|block| self.of(*block)).copied().collect();
        written.sort_unstable();
        written.dedup();
        written
    }
}
