//! Merge instructions for the branches of `cf` in shaders, which do not say where ways meet again.
//!
//! A loop has one block that goes back and one that it is left to; a choice meets again at the first block that all its
//! ways pass. What is not so is refused: MLIR has a pass that makes structured control flow of it.

use super::Emitter;
use base::ids::Set;
use dialect::diagnostics::Result;
use dialect::ir::dominators::{NONE, immediate};
use dialect::ir::{BlockId, RegionId, Successor, Values};
use dialect::spirv::{ops, structurize};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The message for what has no structure.
const UNSTRUCTURED: &str =
    "shaders require structured control flow; use 'mlir-opt --lift-cf-to-scf' to convert these branches";

/// The limit of a function's blocks: loops in loops are examined once for each.
const MAX_BLOCKS: usize = 1 << 10;

/// The blocks of a function and the ways between them.
struct Graph {
    blocks: Vec<BlockId>,
    next: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
    /// The immediate dominators.
    above: Vec<u32>,
    /// The block that all ways from a block pass first, by number plus one; 0 is the end of the function.
    below: Vec<u32>,
}

/// A loop: where it begins, where it goes back, where it is left to, and what it consists of.
struct Loop {
    header: u32,
    latch: u32,
    exit: u32,
    body: Set<u32>,
}

impl Graph {
    fn of(emit: &Emitter<'_>, region: RegionId) -> Self {
        let blocks = emit.module[region].blocks.clone();
        let numbers: FxHashMap<BlockId, u32> = blocks.iter().zip(0..).map(|(block, number)| (*block, number)).collect();
        let targets = |block: &BlockId| {
            let end = emit.module.terminator(*block);
            let successors = end.map_or(&[][..], |end| &emit.module[end].successors);
            successors.iter().filter_map(|to| numbers.get(&to.block).copied()).collect::<Vec<u32>>()
        };
        let next: Vec<Vec<u32>> = blocks.iter().map(targets).collect();
        let mut before = vec![Vec::new(); blocks.len()];
        for (from, targets) in next.iter().enumerate() {
            targets.iter().for_each(|to| before[*to as usize].push(from as u32));
        }
        let above = immediate(blocks.len(), |block| &next[block as usize]);
        // The graph turned round, with an end before all.
        let ends = (0..blocks.len()).filter(|at| next[*at].is_empty()).map(|at| at as u32 + 1).collect();
        let turned: Vec<Vec<u32>> =
            std::iter::once(ends).chain(before.iter().map(|from| from.iter().map(|from| from + 1).collect())).collect();
        let below = immediate(turned.len(), |block| &turned[block as usize]);
        Graph { blocks, next, before, above, below }
    }

    fn dominates(&self, block: u32, mut other: u32) -> bool {
        while other != block && other != NONE {
            other = self.above[other as usize];
        }
        other == block
    }

    fn is_reachable(&self, block: u32) -> bool {
        block == 0 || self.above[block as usize] != NONE
    }

    /// The loops, or nothing where one has no structure.
    fn loops(&self) -> Option<Vec<Loop>> {
        let mut loops: Vec<Loop> = Vec::new();
        for latch in (0..self.blocks.len() as u32).filter(|block| self.is_reachable(*block)) {
            for header in self.next[latch as usize].iter().copied().filter(|to| self.dominates(*to, latch)) {
                if loops.iter().any(|other| other.header == header) {
                    return None;
                }
                let body = self.body(header, latch);
                let leaves = |block: &u32| self.next[*block as usize].iter().filter(|to| !body.contains(*to)).copied();
                let exits: Set<u32> = body.iter().flat_map(leaves).collect();
                let mut exits = exits.into_iter();
                let (Some(exit), None) = (exits.next(), exits.next()) else { return None };
                loops.push(Loop { header, latch, exit, body });
            }
        }
        self.is_reducible(&loops).then_some(loops)
    }

    /// The blocks from which a loop goes back.
    fn body(&self, header: u32, latch: u32) -> Set<u32> {
        let mut body: Set<u32> = [header].into_iter().collect();
        let mut stack = vec![latch];
        while let Some(block) = stack.pop() {
            if body.insert(block) {
                stack.extend(self.before[block as usize].iter().filter(|from| self.is_reachable(**from)));
            }
        }
        body
    }

    /// The reachable blocks with several ways out, those inside of others first.
    fn choices(&self) -> Vec<u32> {
        let up = |at: &u32| Some(self.above[*at as usize]).filter(|above| *above != NONE);
        let depth = |block: u32| std::iter::successors(Some(block), up).count();
        let blocks = (0..self.blocks.len() as u32).filter(|block| self.is_reachable(*block));
        let mut choices: Vec<u32> = blocks.filter(|block| self.next[*block as usize].len() > 1).collect();
        choices.sort_by_cached_key(|block| (std::cmp::Reverse(depth(*block)), *block));
        choices
    }

    /// Returns whether there is no cycle but for the loops.
    fn is_reducible(&self, loops: &[Loop]) -> bool {
        let is_back = |from: u32, to: u32| loops.iter().any(|own| own.header == to && own.latch == from);
        let comes = |from: &&u32, to: u32| self.is_reachable(**from) && !is_back(**from, to);
        let missing = self.before.iter().zip(0..).map(|(from, to)| from.iter().filter(|from| comes(from, to)).count());
        let mut missing: Vec<usize> = missing.collect();
        let mut stack = vec![0u32];
        let mut seen = 0;
        while let Some(block) = stack.pop() {
            seen += 1;
            for to in self.next[block as usize].iter().copied().filter(|to| !is_back(block, *to)) {
                missing[to as usize] -= 1;
                if missing[to as usize] == 0 {
                    stack.push(to);
                }
            }
        }
        seen == (0..self.blocks.len() as u32).filter(|block| self.is_reachable(*block)).count()
    }
}

/// The ways between blocks while merge instructions are put in.
struct Ways {
    graph: Graph,
    /// The block of the graph that each block belongs to: the choice, for one that was put in.
    owners: FxHashMap<BlockId, u32>,
    /// The blocks that lead to a block.
    incoming: FxHashMap<BlockId, Vec<BlockId>>,
    /// The blocks in which ways meet again already.
    taken: Set<BlockId>,
}

impl Ways {
    fn of(graph: Graph) -> Self {
        let owners = graph.blocks.iter().zip(0..).map(|(block, number)| (*block, number)).collect();
        let at = |from: &u32| graph.blocks[*from as usize];
        let incoming = graph.blocks.iter().zip(&graph.before);
        let incoming = incoming.map(|(block, from)| (*block, from.iter().map(at).collect())).collect();
        Ways { graph, owners, incoming, taken: Set::default() }
    }

    /// The blocks inside of a choice that lead to a block.
    fn inside(&self, choice: u32, to: BlockId) -> Vec<BlockId> {
        let incoming = self.incoming.get(&to).map_or(&[][..], Vec::as_slice);
        let is_inside = |from: &&BlockId| self.owners.get(from).is_some_and(|own| self.graph.dominates(choice, *own));
        incoming.iter().filter(is_inside).copied().collect()
    }
}

impl Emitter<'_> {
    /// Gives the branches of a function of a shader merge instructions.
    pub(super) fn merge_branches(&mut self, region: RegionId) -> Result<()> {
        if self.module[region].blocks.len() > MAX_BLOCKS {
            return self.error(format!("a function of a shader has at most {MAX_BLOCKS} blocks of cf"));
        }
        let graph = Graph::of(self, region);
        let Some(loops) = graph.loops() else { return self.error(UNSTRUCTURED) };
        let choices = graph.choices();
        if choices.is_empty() && loops.is_empty() {
            return Ok(());
        }
        self.branched = Some(self.at);
        let mut ways = Ways::of(graph);
        for own in &loops {
            let [header, exit, latch] = [own.header, own.exit, own.latch].map(|at| ways.graph.blocks[at as usize]);
            self.insert_merge(header, Op::LoopMerge, &[exit, latch]);
            ways.taken.extend([exit, latch]);
        }
        for choice in choices {
            let around = loops.iter().filter(|own| own.body.contains(&choice)).min_by_key(|own| own.body.len());
            let next = &ways.graph.next[choice as usize];
            let leaves = |own: &Loop| own.latch == choice || next.iter().any(|to| [own.exit, own.latch].contains(to));
            if around.is_some_and(leaves) {
                continue;
            }
            let mut from = ways.graph.blocks[choice as usize];
            if loops.iter().any(|own| own.header == choice) {
                from = self.split(region, from, choice, &mut ways);
            }
            let meets = match ways.graph.below[choice as usize + 1] {
                0 | NONE => self.end(region),
                below if around.is_none_or(|own| own.body.contains(&(below - 1))) => {
                    let below = ways.graph.blocks[below as usize - 1];
                    match ways.taken.insert(below) {
                        true => below,
                        false => self.meet_before(region, below, choice, &mut ways),
                    }
                }
                _ => return self.error(UNSTRUCTURED),
            };
            self.insert_merge(from, Op::SelectionMerge, &[meets]);
        }
        Ok(())
    }

    /// Makes regions of the merge instructions, if there are any.
    pub(crate) fn nest_branches(&mut self) -> Result<()> {
        let Some(at) = self.branched else { return Ok(()) };
        self.at = at;
        match structurize::structurize(&mut self.module) {
            Ok(()) => Ok(()),
            Err(_) => self.error(UNSTRUCTURED),
        }
    }

    /// Puts a merge instruction before the end of a block.
    fn insert_merge(&mut self, block: BlockId, merge: Op, targets: &[BlockId]) {
        let op = self.detached(ops::core(merge));
        self.module[op].successors = targets.iter().map(|target| Successor::new(*target)).collect();
        self.module[op].block = Some(block);
        let at = self.module[block].ops.len().saturating_sub(1);
        self.module[block].ops.insert(at, op);
    }

    /// Moves the end of a block into a new one behind it.
    fn split(&mut self, region: RegionId, block: BlockId, choice: u32, ways: &mut Ways) -> BlockId {
        let behind = self.module.add_block(region);
        if let Some(end) = self.module[block].ops.pop() {
            let targets = self.module[end].successors.iter().map(|to| to.block);
            for to in targets.collect::<Set<BlockId>>() {
                ways.incoming
                    .entry(to)
                    .or_default()
                    .iter_mut()
                    .filter(|from| **from == block)
                    .for_each(|from| *from = behind);
            }
            self.module.append(behind, end);
        }
        self.branch_from(block, behind, Values::new());
        ways.owners.insert(behind, choice);
        ways.incoming.insert(behind, vec![block]);
        behind
    }

    /// A block where nothing arrives: all ways end before.
    fn end(&mut self, region: RegionId) -> BlockId {
        let block = self.module.add_block(region);
        let op = self.detached(ops::core(Op::Unreachable));
        self.module.append(block, op);
        block
    }

    /// A block before another, to which the ways inside of a choice lead.
    fn meet_before(&mut self, region: RegionId, block: BlockId, choice: u32, ways: &mut Ways) -> BlockId {
        let froms = ways.inside(choice, block);
        let own = self.module.add_block(region);
        let types: Vec<_> = self.module[block].args.iter().map(|arg| self.module.type_of(*arg)).collect();
        let args: Values = types.into_iter().map(|ty| self.module.add_arg(own, ty)).collect();
        for from in &froms {
            let Some(end) = self.module.terminator(*from) else { continue };
            self.module[end].successors.iter_mut().filter(|to| to.block == block).for_each(|to| to.block = own);
        }
        self.branch_from(own, block, args);
        let incoming = ways.incoming.entry(block).or_default();
        incoming.retain(|from| !froms.contains(from));
        incoming.push(own);
        ways.incoming.insert(own, froms);
        ways.owners.insert(own, choice);
        own
    }

    fn branch_from(&mut self, from: BlockId, to: BlockId, args: Values) {
        let op = self.detached(ops::core(Op::Branch));
        self.module[op].successors = vec![Successor { block: to, args }];
        self.module.append(from, op);
    }
}
