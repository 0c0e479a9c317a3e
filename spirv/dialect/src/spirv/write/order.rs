//! The blocks of a function in words, and their order: a block follows the one that dominates it, wherever a text has
//! them.

use super::Id;
use super::breaks::ConditionalBreak;
use crate::ir::{BlockId, Module, OpId, ValueId, dominators};
use crate::spirv::ops::{self, Code, Mlir};
use base::ids::Map;
use rustc_hash::{FxHashMap, FxHashSet};

/// An item of a block.
pub(super) enum Item {
    /// The phis of a block's arguments.
    Phis(BlockId),
    /// An op.
    Op(OpId),
    /// The merge instruction of a region op, before the terminator that follows.
    Merge(OpId),
    /// The merge instruction of a conditional break out of a switch: a selection that merges at the successor inside.
    Break(ConditionalBreak),
}

/// A block of words: a label and its items.
pub(super) struct Chunk {
    pub(super) label: Id,
    pub(super) name: Option<base::intern::Symbol>,
    pub(super) items: Vec<Item>,
}

/// The blocks of a function in the order of the words, with their labels.
#[derive(Default)]
pub(super) struct Layout<'m> {
    pub(super) chunks: Vec<Chunk>,
    pub(super) labels: FxHashMap<BlockId, Id>,
    /// The predecessors of each block, with their arguments.
    pub(super) incoming: FxHashMap<BlockId, Vec<(Id, &'m [ValueId])>>,
    /// Blocks that split an edge: one of two with different arguments to the same block, or one to a block that cannot
    /// be the merge block of a conditional break because it has other predecessors.
    pub(super) detours: Map<(OpId, usize), Id>,
    /// For headers that contain constructs: the block in which they continue.
    pub(super) splits: FxHashMap<Id, Id>,
    pub(super) depth: u32,
}

/// Moves blocks behind the ones that dominate them. Functions in such an order stay as they are.
pub(super) fn by_dominance(module: &Module, layout: &mut Layout<'_>) {
    if is_plainly_ordered(module, layout) {
        return;
    }
    let graph = Graph::new(module, layout);
    let order = graph.reverse_post_order();
    if graph.is_ordered(&order) {
        return;
    }
    let mut place = vec![usize::MAX; layout.chunks.len()];
    order.iter().enumerate().for_each(|(at, chunk)| place[*chunk as usize] = at);
    let chunks = std::mem::take(&mut layout.chunks);
    let mut placed: Vec<(usize, Chunk)> = place.into_iter().zip(chunks).collect();
    // Unreachable blocks keep their order behind all others.
    placed.sort_by_key(|(at, _)| *at);
    layout.chunks = placed.into_iter().map(|(_, chunk)| chunk).collect();
}

/// The labels to which a block branches.
fn targets<'l>(module: &'l Module, layout: &'l Layout<'_>, chunk: &'l Chunk) -> impl Iterator<Item = Id> + 'l {
    let last = match chunk.items.last() {
        Some(Item::Op(op)) => &module[*op].successors[..],
        _ => &[],
    };
    let split = layout.splits.get(&chunk.label).copied();
    last.iter().filter_map(|to| layout.labels.get(&to.block).copied()).chain(split)
}

/// Returns whether each block follows one that branches to it, or the header whose merge block it is: most functions are
/// like that.
fn is_plainly_ordered(module: &Module, layout: &Layout<'_>) -> bool {
    let mut known: FxHashSet<Id> = layout.chunks.first().map(|chunk| chunk.label).into_iter().collect();
    layout.chunks.iter().all(|chunk| {
        let is_known = known.contains(&chunk.label);
        known.extend(targets(module, layout, chunk));
        known.extend(chunk.items.iter().filter_map(|item| merge_of(module, layout, item)));
        is_known
    })
}

/// The merge block that a merge instruction names.
fn merge_of(module: &Module, layout: &Layout<'_>, item: &Item) -> Option<Id> {
    let Item::Merge(op) = item else { return None };
    let is_construct = matches!(ops::code(module, *op), Some(Code::Mlir(Mlir::Selection | Mlir::Loop)));
    let region = module[*op].regions.first().filter(|_| is_construct)?;
    layout.labels.get(module[*region].blocks.last()?).copied()
}

/// The branches among the blocks of a function, by their positions.
struct Graph {
    next: Vec<Vec<u32>>,
}

impl Graph {
    fn new(module: &Module, layout: &Layout<'_>) -> Self {
        let positions: FxHashMap<Id, u32> = layout.chunks.iter().map(|chunk| chunk.label).zip(0..).collect();
        let next = |chunk| targets(module, layout, chunk).filter_map(|to| positions.get(&to).copied()).collect();
        Graph { next: layout.chunks.iter().map(next).collect() }
    }

    fn reverse_post_order(&self) -> Vec<u32> {
        let mut seen = vec![false; self.next.len()];
        let mut order = Vec::with_capacity(self.next.len());
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if let Some(first) = seen.first_mut() {
            *first = true;
            stack.push((0, self.next[0].len()));
        }
        while let Some((block, pending)) = stack.last_mut() {
            if *pending == 0 {
                order.push(*block);
                stack.pop();
                continue;
            }
            *pending -= 1;
            let next = self.next[*block as usize][*pending];
            if !std::mem::replace(&mut seen[next as usize], true) {
                stack.push((next, self.next[next as usize].len()));
            }
        }
        order.reverse();
        order
    }

    /// Returns whether each of the reachable blocks follows its immediate dominator.
    fn is_ordered(&self, reachable: &[u32]) -> bool {
        let parents = dominators::immediate(self.next.len(), |block| &self.next[block as usize]);
        reachable.iter().all(|block| {
            let parent = parents[*block as usize];
            parent == dominators::NONE || parent < *block
        })
    }
}
