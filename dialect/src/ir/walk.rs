//! Visits ops in order, without recursion.

use super::dominators;
use super::ids::{BlockId, OpId, RegionId};
use super::region::Module;
use rustc_hash::FxHashMap;

/// All ops inside `op`, itself first: an op comes before those in its regions, and these before what follows it.
pub fn ops_in(module: &Module, op: OpId) -> Vec<OpId> {
    let mut found = Vec::new();
    let mut stack = vec![op];
    while let Some(op) = stack.pop() {
        found.push(op);
        for region in module[op].regions.iter().rev() {
            for block in module[*region].blocks.iter().rev() {
                stack.extend(module[*block].ops.iter().rev());
            }
        }
    }
    found
}

/// All regions inside `op`, an inner region before the one around it.
pub fn regions_inside_out(module: &Module, op: OpId) -> Vec<RegionId> {
    let mut regions: Vec<RegionId> = ops_in(module, op).iter().flat_map(|op| module[*op].regions.clone()).collect();
    regions.reverse();
    regions
}

/// The blocks that a block's terminator names, in its order.
pub fn successors(module: &Module, block: BlockId) -> Vec<BlockId> {
    match module.terminator(block) {
        Some(op) => module[op].successors.iter().map(|successor| successor.block).collect(),
        None => Vec::new(),
    }
}

/// The blocks of `blocks` that can be reached from the first, each before what only it leads to.
pub fn reverse_post_order(entry: BlockId, mut next: impl FnMut(BlockId) -> Vec<BlockId>) -> Vec<BlockId> {
    let mut seen = base::ids::Set::default();
    let mut order = Vec::new();
    let mut stack = vec![(entry, None)];
    seen.insert(entry);
    while let Some((block, pending)) = stack.pop() {
        let mut pending: Vec<BlockId> = pending.unwrap_or_else(|| next(block));
        match pending.pop() {
            None => order.push(block),
            Some(successor) => {
                stack.push((block, Some(pending)));
                if seen.insert(successor) {
                    stack.push((successor, None));
                }
            }
        }
    }
    order.reverse();
    order
}

/// Which block dominates which, among those that an entry block reaches.
#[derive(Debug)]
pub struct Dominators {
    order: Vec<BlockId>,
    number: FxHashMap<BlockId, u32>,
    parent: Vec<u32>,
    span: Vec<(u32, u32)>,
}

impl Dominators {
    /// The dominators of the graph that `next` spans from `entry`.
    pub fn new(entry: BlockId, mut next: impl FnMut(BlockId) -> Vec<BlockId>) -> Self {
        let order = reverse_post_order(entry, &mut next);
        let number: FxHashMap<BlockId, u32> = order.iter().enumerate().map(|(i, block)| (*block, i as u32)).collect();
        let numbers = |block: &BlockId| next(*block).iter().map(|next| number[next]).collect();
        let successors: Vec<Vec<u32>> = order.iter().map(numbers).collect();
        let parent = dominators::immediate(order.len(), |block| &successors[block as usize]);
        let span = spans(&parent);
        Dominators { order, number, parent, span }
    }

    /// Whether every way from the entry to `b` passes `a`; a block dominates itself. False for unreachable blocks.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (Some(a), Some(b)) = (self.number.get(&a), self.number.get(&b)) else { return false };
        let (a, b) = (self.span[*a as usize], self.span[*b as usize]);
        a.0 <= b.0 && b.1 <= a.1
    }

    /// Whether the entry reaches the block.
    pub fn reaches(&self, block: BlockId) -> bool {
        self.number.contains_key(&block)
    }

    /// The blocks that the entry reaches, in reverse post-order.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// The closest block that dominates `block`, other than itself.
    pub fn parent(&self, block: BlockId) -> Option<BlockId> {
        let number = *self.number.get(&block)?;
        (number != 0).then(|| self.order[self.parent[number as usize] as usize])
    }
}

/// For each node of the dominator tree the span of a depth-first numbering that it and its children cover.
fn spans(parent: &[u32]) -> Vec<(u32, u32)> {
    let mut size = vec![1u32; parent.len()];
    for node in (1..parent.len()).rev() {
        size[parent[node] as usize] += size[node];
    }
    let mut span = vec![(0, 0); parent.len()];
    let mut free = vec![0u32; parent.len()];
    span[0] = (0, size[0]);
    free[0] = 1;
    for node in 1..parent.len() {
        let above = parent[node] as usize;
        let start = free[above];
        free[above] += size[node];
        span[node] = (start, start + size[node]);
        free[node] = start + 1;
    }
    span
}
