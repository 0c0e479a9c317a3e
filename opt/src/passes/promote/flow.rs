//! The ways through a construct, and what the variables hold on each.
//!
//! Blocks are visited down the tree of dominators, so that what a block starts with is what its parent has ended with, but
//! for the variables that have been written on a way around: those are worked out before anything is visited, and a way
//! hands on them alone. Knows nothing of what is done with the values.

use super::{Held, Stores};
use dialect::ir::{BlockId, Module, OpId, RegionId, walk};

/// The blocks of a construct by their positions: each after the one that dominates it, and after all that lead to it
/// without going round.
pub(super) struct Flow {
    pub(super) blocks: Vec<BlockId>,
    /// The closest block that dominates each, for all but the first.
    pub(super) above: Vec<usize>,
    pub(super) joins: Vec<Join>,
    ways: Vec<Way>,
    /// Where the ways out of each block begin, with the end of the last ones.
    starts: Vec<usize>,
}

/// What comes together before a block.
#[derive(Default)]
pub(super) struct Join {
    /// The ways to the block.
    ways: Vec<usize>,
    /// The variables that have been written since the ways to it have parted, in order.
    pub(super) variables: Vec<usize>,
    /// True if one of the ways comes from further on.
    pub(super) repeats: bool,
}

/// A way from one block to another.
pub(super) struct Way {
    from: usize,
    to: usize,
    /// The terminator, with one successor or more that go there.
    pub(super) end: OpId,
    /// What the variables of the join hold at its start, once that is known.
    pub(super) values: Vec<Held>,
}

impl Flow {
    pub(super) fn of(module: &Module, region: RegionId) -> Flow {
        let dominators = walk::Dominators::new(module[region].blocks[0], |block| walk::successors(module, block));
        let blocks = dominators.depth_first();
        let position = |block: BlockId| dominators.place(block).map_or(0, |(at, _)| at);
        let above = |block: &BlockId| dominators.parent(*block).map_or(0, position);
        let mut flow = Flow {
            above: blocks.iter().map(above).collect(),
            joins: blocks.iter().map(|_| Join::default()).collect(),
            ways: Vec::with_capacity(2 * blocks.len()),
            starts: Vec::with_capacity(blocks.len() + 1),
            blocks: Vec::new(),
        };
        for (from, block) in blocks.iter().enumerate() {
            flow.starts.push(flow.ways.len());
            let Some(end) = module.terminator(*block) else { continue };
            for target in walk::successors(module, *block) {
                flow.connect(from, position(target), end);
            }
        }
        flow.starts.push(flow.ways.len());
        flow.blocks = blocks;
        flow
    }

    /// One more successor of a terminator, after all those that have been connected.
    fn connect(&mut self, from: usize, to: usize, end: OpId) {
        let join = &mut self.joins[to];
        join.repeats |= from >= to;
        if join.ways.last().is_none_or(|way| self.ways[*way].from != from) {
            join.ways.push(self.ways.len());
            self.ways.push(Way { from, to, end, values: Vec::new() });
        }
    }

    /// Works out which variables come to each block with values that may differ: what is written from where the ways to it
    /// have parted, and everything where it is repeated.
    pub(super) fn join(&mut self, stores: &Stores) {
        let written = |at: usize| stores.of(self.blocks[at]);
        let mut seen = vec![0; self.blocks.len()];
        for at in 1..self.blocks.len() {
            let join = &self.joins[at];
            let mut variables = Vec::new();
            if join.repeats {
                variables.extend((0..self.blocks.len()).flat_map(written));
            } else if join.ways.len() > 1 {
                for way in &join.ways {
                    let mut block = self.ways[*way].from;
                    while block != self.above[at] && std::mem::replace(&mut seen[block], at) != at {
                        variables.extend(written(block));
                        variables.extend(&self.joins[block].variables);
                        block = self.above[block];
                    }
                }
            }
            variables.sort_unstable();
            variables.dedup();
            self.joins[at].variables = variables;
        }
    }

    /// A block needs no variables but these, which are in order.
    pub(super) fn take_only(&mut self, block: BlockId, needed: &[usize]) {
        for (_, join) in self.blocks.iter().zip(&mut self.joins).filter(|(other, _)| **other == block) {
            join.variables.retain(|variable| needed.binary_search(variable).is_ok());
        }
    }

    /// Keeps for the ways out of a block what the variables hold at its end.
    pub(super) fn send(&mut self, at: usize, held: &[Held]) {
        for way in &mut self.ways[self.starts[at]..self.starts[at + 1]] {
            way.values = self.joins[way.to].variables.iter().map(|variable| held[*variable]).collect();
        }
    }

    /// The ways to a block that come from before it, or those that come from further on.
    pub(super) fn ways_to(&self, at: usize, is_back: bool) -> impl Iterator<Item = &Way> {
        let ways = self.joins[at].ways.iter().map(|way| &self.ways[*way]);
        ways.filter(move |way| (way.from >= at) == is_back)
    }
}
