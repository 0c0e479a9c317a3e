//! Definitions dominate their uses.

use crate::ir::walk::{self, Dominators};
use crate::ir::{BlockId, Def, Module, OpId, RegionId, ValueId};
use rustc_hash::FxHashMap;

struct Scopes<'m> {
    module: &'m Module,
    /// The dominators of regions, computed on demand: most values are used in the block that defines them.
    dominators: FxHashMap<RegionId, Dominators>,
    /// The position of each op in its block.
    position: Vec<u32>,
}

/// The ops that use a value which does not dominate them.
pub(super) fn check(module: &Module) -> Vec<OpId> {
    let mut scopes = Scopes { module, dominators: FxHashMap::default(), position: vec![0; module.ops.len()] };
    for region in walk::regions_inside_out(module, module.root) {
        for block in &module[region].blocks {
            for (at, op) in module[*block].ops.iter().enumerate() {
                scopes.position[op.index()] = at as u32;
            }
        }
    }
    let mut ops = walk::ops_in(module, module.root);
    ops.retain(|op| module[*op].uses().any(|value| !scopes.reaches(value, *op)));
    ops
}

impl Scopes<'_> {
    fn reaches(&mut self, value: ValueId, user: OpId) -> bool {
        let module = self.module;
        let Some(block) = module.block_of(value) else { return false };
        if module[user].block == Some(block) {
            return self.is_before(value, user);
        }
        let Some(region) = module[block].region else { return false };
        let Some((user, at)) = self.ancestor_in(user, region) else { return false };
        if at != block {
            // Constants are in the first block.
            if module[region].blocks.first() == Some(&block) {
                return true;
            }
            let of_region = || Dominators::new(module[region].blocks[0], |block| walk::successors(module, block));
            let dominators = self.dominators.entry(region).or_insert_with(of_region);
            return dominators.dominates(block, at) || !dominators.reaches(at);
        }
        self.is_before(value, user)
    }

    /// Returns whether a value is defined before an op in the same block.
    fn is_before(&self, value: ValueId, user: OpId) -> bool {
        match self.module[value].def {
            Def::Arg(..) => true,
            Def::Result(op, _) => self.position[op.index()] < self.position[user.index()],
        }
    }

    /// The op of `region` that is `op` or encloses it, with its block.
    fn ancestor_in(&self, op: OpId, region: RegionId) -> Option<(OpId, BlockId)> {
        let mut current = op;
        loop {
            let block = self.module[current].block?;
            let around = self.module[block].region?;
            if around == region {
                return Some((current, block));
            }
            current = self.module[around].op?;
        }
    }
}
