//! Visits ops in order, without recursion.

use super::dominators;
use super::ids::{BlockId, OpId, RegionId};
use super::region::Module;
use rustc_hash::FxHashSet;

/// This many blocks are searched linearly.
const FEW: usize = 16;
/// The initial capacity of a list of ops.
const ROOM: usize = 256;
/// The initial capacity of a walk's stack.
const OPEN: usize = 16;

/// All ops inside `op`, itself first: an op comes before those in its regions, and these before what follows it.
pub fn ops(module: &Module, op: OpId) -> Ops<'_> {
    let mut ops = Ops { module, first: Some(op), run: [].iter(), open: Vec::with_capacity(OPEN) };
    ops.open(op);
    ops
}

/// All ops inside `op` as a list, for callers that change the module meanwhile, or walk it more than once.
pub fn ops_in(module: &Module, op: OpId) -> Vec<OpId> {
    let mut found = Vec::with_capacity(module.ops.len().min(ROOM));
    found.push(op);
    let mut ops = ops(module, op);
    while let Some(run) = ops.next_run() {
        found.extend_from_slice(run);
    }
    found
}

/// As [`ops_in`], with the positions of those ops that have regions, without that of `op` itself.
pub fn ops_and_holders_in(module: &Module, op: OpId) -> (Vec<OpId>, Vec<usize>) {
    let (mut found, mut holders) = (Vec::with_capacity(module.ops.len().min(ROOM)), Vec::new());
    found.push(op);
    let mut ops = ops(module, op);
    while let Some(run) = ops.next_run() {
        found.extend_from_slice(run);
        holders.extend(run.last().filter(|op| !module[**op].regions.is_empty()).map(|_| found.len() - 1));
    }
    (found, holders)
}

/// The ops inside `op` that have regions, in the order of [`ops`], without `op` itself.
pub fn ops_with_regions(module: &Module, op: OpId) -> impl Iterator<Item = OpId> + '_ {
    let mut ops = ops(module, op);
    let runs = std::iter::from_fn(move || ops.next_run());
    runs.filter_map(|run| run.last().copied()).filter(|op| !module[*op].regions.is_empty())
}

/// A walk over the ops inside of an op.
#[derive(Clone, Debug)]
pub struct Ops<'m> {
    module: &'m Module,
    first: Option<OpId>,
    /// The rest of a run of ops, of which only the last may have regions.
    run: std::slice::Iter<'m, OpId>,
    /// The rests of the blocks on the stack, the next one on top.
    open: Vec<&'m [OpId]>,
}

impl<'m> Ops<'m> {
    /// Visits the contents of an op next.
    fn open(&mut self, op: OpId) {
        for region in self.module[op].regions.iter().rev() {
            self.open.extend(self.module[*region].blocks.iter().rev().map(|block| &self.module[*block].ops[..]));
        }
    }

    /// The ops up to the next one with regions, whose contents come next.
    #[inline(never)]
    fn next_run(&mut self) -> Option<&'m [OpId]> {
        let rest = self.open.pop()?;
        let may_hold = |op: &OpId| {
            let may_hold = self.module.may_hold_regions(*op);
            debug_assert!(may_hold || self.module[*op].regions.is_empty(), "a region was added past the module");
            may_hold
        };
        let Some(at) = rest.iter().position(may_hold) else { return Some(rest) };
        let (run, rest) = rest.split_at(at + 1);
        self.open.push(rest);
        self.open(run[at]);
        Some(run)
    }
}

impl Iterator for Ops<'_> {
    type Item = OpId;

    #[inline]
    fn next(&mut self) -> Option<OpId> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            if let Some(op) = self.run.next() {
                return Some(*op);
            }
            self.run = self.next_run()?.iter();
        }
    }

    fn count(mut self) -> usize {
        let mut count = self.run.len() + usize::from(self.first.is_some());
        while let Some(run) = self.next_run() {
            count += run.len();
        }
        count
    }
}

/// All regions inside `op` in post-order.
pub fn regions_inside_out(module: &Module, op: OpId) -> Vec<RegionId> {
    let mut regions = module[op].regions.to_vec();
    let mut ops = ops(module, op);
    while let Some(run) = ops.next_run() {
        regions.extend(run.last().into_iter().flat_map(|op| &module[*op].regions));
    }
    regions.reverse();
    regions
}

/// The successors of a block, in the order of its terminator.
pub fn successors(module: &Module, block: BlockId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
    let named = module.terminator(block).map_or(&[][..], |op| &module[op].successors);
    named.iter().map(|successor| successor.block)
}

/// The blocks reachable from `entry`, in reverse post-order.
pub fn reverse_post_order<I>(entry: BlockId, mut next: impl FnMut(BlockId) -> I) -> Vec<BlockId>
where
    I: IntoIterator<Item = BlockId, IntoIter: DoubleEndedIterator>,
{
    let mut seen = Seen { few: Vec::with_capacity(FEW), many: FxHashSet::default() };
    let (mut order, mut stack) = (Vec::with_capacity(FEW), Vec::with_capacity(FEW / 2));
    stack.push((entry, next(entry).into_iter()));
    seen.insert(entry);
    while let Some((block, pending)) = stack.last_mut() {
        match pending.next_back() {
            Some(successor) if seen.insert(successor) => stack.push((successor, next(successor).into_iter())),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The visited blocks. Most regions have a few, which need no hashing.
struct Seen {
    few: Vec<BlockId>,
    many: FxHashSet<BlockId>,
}

impl Seen {
    /// Returns whether the block is new.
    fn insert(&mut self, block: BlockId) -> bool {
        if self.few.contains(&block) {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push(block);
            return true;
        }
        self.many.insert(block)
    }
}

/// The dominator tree of the blocks that an entry block reaches.
#[derive(Debug)]
pub struct Dominators {
    order: Vec<BlockId>,
    /// The number of each block in reverse post-order, sorted by block; empty where there are few.
    number: Vec<(BlockId, u32)>,
    parent: Vec<u32>,
    span: Vec<(u32, u32)>,
}

impl Dominators {
    /// The dominators of the graph that `next` spans from `entry`.
    pub fn new<I>(entry: BlockId, mut next: impl FnMut(BlockId) -> I) -> Self
    where
        I: IntoIterator<Item = BlockId, IntoIter: DoubleEndedIterator>,
    {
        let order = reverse_post_order(entry, &mut next);
        let mut number: Vec<(BlockId, u32)> = Vec::new();
        if order.len() > FEW {
            number.extend(order.iter().enumerate().map(|(i, block)| (*block, i as u32)));
            number.sort_unstable();
        }
        let (mut targets, mut ends) = (Vec::with_capacity(2 * order.len()), Vec::with_capacity(order.len() + 1));
        ends.push(0);
        for block in &order {
            for next in next(*block) {
                targets.extend(place(&order, &number, next));
            }
            ends.push(targets.len());
        }
        let parent = dominators::immediate_in_order(order.len(), |block| {
            &targets[ends[block as usize]..ends[block as usize + 1]]
        });
        let span = spans(&parent);
        Dominators { order, number, parent, span }
    }

    /// Returns whether every path from the entry to `b` passes through `a`; a block dominates itself. False for
    /// unreachable blocks.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (Some(a), Some(b)) = (self.number(a), self.number(b)) else { return false };
        let (a, b) = (self.span[a as usize], self.span[b as usize]);
        a.0 <= b.0 && b.1 <= a.1
    }

    /// Returns whether the entry reaches the block.
    pub fn reaches(&self, block: BlockId) -> bool {
        self.number(block).is_some()
    }

    /// The number of a block in reverse post-order.
    fn number(&self, block: BlockId) -> Option<u32> {
        place(&self.order, &self.number, block)
    }

    /// The reachable blocks, in reverse post-order.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// The reachable blocks in preorder of the dominator tree. Siblings keep the order of [`Dominators::order`], so
    /// that a block comes after its predecessors but for back edges.
    pub fn depth_first(&self) -> Vec<BlockId> {
        let mut blocks = self.order.clone();
        for (block, (start, _)) in self.order.iter().zip(&self.span) {
            blocks[*start as usize] = *block;
        }
        blocks
    }

    /// The range of a block's subtree in that order.
    pub fn place(&self, block: BlockId) -> Option<(usize, usize)> {
        let (start, end) = self.span[self.number(block)? as usize];
        Some((start as usize, end as usize))
    }

    /// The immediate dominator of `block`.
    pub fn parent(&self, block: BlockId) -> Option<BlockId> {
        let number = self.number(block)?;
        (number != 0).then(|| self.order[self.parent[number as usize] as usize])
    }
}

/// The number of a block in an order. A few blocks are searched one by one.
fn place(order: &[BlockId], numbers: &[(BlockId, u32)], block: BlockId) -> Option<u32> {
    if order.len() <= FEW {
        return order.iter().position(|other| *other == block).map(|at| at as u32);
    }
    numbers.binary_search_by_key(&block, |(block, _)| *block).ok().map(|at| numbers[at].1)
}

/// For each node of the dominator tree the range of preorder numbers of its subtree.
fn spans(parent: &[u32]) -> Vec<(u32, u32)> {
    let mut size = vec![1u32; parent.len()];
    for node in (1..parent.len()).rev() {
        size[parent[node] as usize] += size[node];
    }
    let mut span = vec![(0, 0); parent.len()];
    span[0] = (0, size[0]);
    // From here on: the number of the next child, for nodes that have been visited.
    let mut free = size;
    free[0] = 1;
    for node in 1..parent.len() {
        let size = free[node];
        let above = parent[node] as usize;
        let start = free[above];
        free[above] += size;
        span[node] = (start, start + size);
        free[node] = start + 1;
    }
    span
}
