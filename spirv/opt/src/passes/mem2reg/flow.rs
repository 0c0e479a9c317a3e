//! Control-flow edges of a construct, and the values of the variables on each.
//!
//! Blocks are visited in preorder of the dominator tree, so that a block starts with the values at the end of its
//! parent, but for variables that are written on a path between the two: those are found before anything is visited,
//! and edges carry them alone. Knows nothing of what is done with the values.

use super::stores::{Held, Stores};
use base::short::Short;
use dialect::ir::{BlockId, Module, OpId, RegionId, walk};

/// The blocks of a construct in reverse post-order: each after its immediate dominator, and after its predecessors but
/// for back edges.
pub(super) struct Flow {
    pub(super) blocks: Vec<BlockId>,
    /// The immediate dominator of each block but the first.
    pub(super) above: Vec<usize>,
    pub(super) joins: Vec<Join>,
    edges: Vec<Edge>,
    /// The start of each block's outgoing edges, and the end of the last ones.
    starts: Vec<usize>,
}

/// The join of the edges to a block.
#[derive(Default)]
pub(super) struct Join {
    /// The incoming edges.
    edges: Short<u32, 5>,
    /// The variables written since the immediate dominator, in order.
    pub(super) variables: Vec<usize>,
    /// True if one of the edges is a back edge.
    pub(super) repeats: bool,
}

/// An edge.
pub(super) struct Edge {
    from: usize,
    to: usize,
    /// The terminator, with one successor or more that go there.
    pub(super) end: OpId,
    /// The values of the join's variables on the edge, once they are known.
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
            edges: Vec::with_capacity(2 * blocks.len()),
            starts: Vec::with_capacity(blocks.len() + 1),
            blocks: Vec::new(),
        };
        for (from, block) in blocks.iter().enumerate() {
            flow.starts.push(flow.edges.len());
            let Some(end) = module.terminator(*block) else { continue };
            for target in walk::successors(module, *block) {
                flow.connect(from, position(target), end);
            }
        }
        flow.starts.push(flow.edges.len());
        flow.blocks = blocks;
        flow
    }

    /// Adds one more successor of a terminator, after all those that have been connected.
    fn connect(&mut self, from: usize, to: usize, end: OpId) {
        let join = &mut self.joins[to];
        join.repeats |= from >= to;
        if join.edges.last().is_none_or(|edge| self.edges[*edge as usize].from != from) {
            join.edges.push(self.edges.len() as u32);
            self.edges.push(Edge { from, to, end, values: Vec::new() });
        }
    }

    /// Finds the variables that may need an argument at each block: those written between its immediate dominator and
    /// the block, and all that are written in a loop at its header.
    pub(super) fn join(&mut self, stores: &Stores) {
        let written = |at: usize| stores.of(self.blocks[at]);
        let mut seen = vec![0; self.blocks.len()];
        for at in 1..self.blocks.len() {
            let join = &self.joins[at];
            let mut variables = Vec::new();
            if join.repeats {
                variables.extend((0..self.blocks.len()).flat_map(written));
            } else if join.edges.len() > 1 {
                for edge in &join.edges {
                    let mut block = self.edges[*edge as usize].from;
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

    /// Restricts a join to these variables, which are in order.
    pub(super) fn take_only(&mut self, block: BlockId, needed: &[usize]) {
        for (_, join) in self.blocks.iter().zip(&mut self.joins).filter(|(other, _)| **other == block) {
            join.variables.retain(|variable| needed.binary_search(variable).is_ok());
        }
    }

    /// Records the values at the end of a block on its outgoing edges.
    pub(super) fn send(&mut self, at: usize, held: &[Held]) {
        for edge in &mut self.edges[self.starts[at]..self.starts[at + 1]] {
            edge.values = self.joins[edge.to].variables.iter().map(|variable| held[*variable]).collect();
        }
    }

    /// The forward edges to a block, or the back edges.
    pub(super) fn edges_to(&self, at: usize, is_back: bool) -> impl Iterator<Item = &Edge> {
        let edges = self.joins[at].edges.iter().map(|edge| &self.edges[*edge as usize]);
        edges.filter(move |edge| (edge.from >= at) == is_back)
    }
}
