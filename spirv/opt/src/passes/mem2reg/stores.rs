//! The variables that blocks and constructs write, and the values that they have.

use super::candidates::{Access, Leads, Variable};
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
    /// A construct in which nothing accesses a variable is not here.
    pub(super) constructs: FxHashMap<OpId, Vec<usize>>,
}

/// A construct among the ops of a function.
struct Construct {
    op: OpId,
    /// Its position, and that of the last op inside of it.
    at: usize,
    end: usize,
}

impl Construct {
    /// Returns whether one of these positions, which are in order, is inside.
    fn has_any<T>(&self, items: &[T], place: impl Fn(&T) -> usize) -> bool {
        let next = items.partition_point(|item| place(item) <= self.at);
        items.get(next).is_some_and(|item| place(item) <= self.end)
    }
}

/// The constructs at these positions among the ops of a function, inner ones first.
fn constructs(module: &Module, ops: &[OpId], holders: &[usize]) -> Vec<Construct> {
    let mut found = Vec::with_capacity(holders.len());
    // The sizes of constructs, for those around them, which come next.
    let mut inside: Vec<(OpId, usize)> = Vec::new();
    for at in holders.iter().rev().copied() {
        let op = ops[at];
        let blocks = module[op].regions.iter().flat_map(|region| &module[*region].blocks);
        let mut size = blocks.map(|block| module[*block].ops.len()).sum();
        while let Some((_, inner)) = inside.pop_if(|(around, _)| *around == op) {
            size += inner;
        }
        inside.extend(module.parent_op(op).map(|around| (around, size)));
        found.push(Construct { op, at, end: at + size });
    }
    found
}

/// Returns whether there is a loop around an op.
fn is_in_loop(module: &Module, op: OpId) -> bool {
    let mut current = op;
    while let Some(around) = module.parent_op(current) {
        if edit::is_loop(module, around) {
            return true;
        }
        current = around;
    }
    false
}

impl Stores {
    /// The writes among the ops of a function, of which those at `holders` have regions.
    pub(super) fn find(
        module: &Module,
        ops: &[OpId],
        holders: &[usize],
        accesses: &[Access],
        leads: &Leads,
        variables: &[Variable],
    ) -> Stores {
        let mut stores = Stores::default();
        let constructs = constructs(module, ops, holders);
        let has_loops = constructs.iter().any(|construct| edit::is_loop(module, construct.op));
        let written_first = has_loops.then(|| lives::written_first(module, ops, accesses, leads, variables));
        for access in accesses.iter().filter(|access| edit::core(module, ops[access.place]) == Some(Op::Store)) {
            if let Some(block) = module[ops[access.place]].block {
                stores.blocks.entry(block).or_default().push(access.variable);
            }
        }
        for construct in constructs {
            let Construct { op, at, end } = construct;
            let is_accessed = construct.has_any(accesses, |access| access.place)
                || construct.has_any(variables, |variable| variable.place);
            let Some(block) = module[op].block.filter(|_| is_accessed) else { continue };
            let is_repeated = has_loops && is_in_loop(module, op);
            let lives_on = |variable: usize| is_repeated && written_first.as_ref().is_some_and(|all| !all[variable]);
            let is_local = |variable: &usize| {
                let (first, last) = variables[*variable].span;
                at < first && last <= end && !lives_on(*variable)
            };
            let mut written = stores.within(module, op);
            written.retain(|variable| !is_local(variable));
            stores.blocks.entry(block).or_default().extend(&written);
            stores.constructs.insert(op, written);
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
