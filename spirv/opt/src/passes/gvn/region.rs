//! Selections and loops: their blocks in dominance order, their results, and the simplification of those with a single
//! path.

use super::state::{Pass, Scope, Unrolled};
use super::unroll::Reason;
use crate::edit;
use dialect::ir::walk::{self, Dominators};
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, Successor, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::ops;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// The blocks of a region during the walk, by their positions in its order.
struct Walk {
    region: RegionId,
    is_loop: bool,
    dominators: Dominators,
    /// The incoming edges of blocks that are known to be taken; each links to the next one of the same block.
    edges: Vec<(OpId, usize, Option<usize>)>,
    /// The first and the last incoming edge of each block.
    ends: Vec<Option<(usize, usize)>>,
    done: Vec<bool>,
}

impl Walk {
    fn new(module: &Module, region: RegionId, is_loop: bool) -> Walk {
        let entry = module[region].blocks[0];
        let dominators = Dominators::new(entry, |block| walk::successors(module, block));
        let count = dominators.order().len();
        let (edges, ends, done) = (Vec::with_capacity(2 * count), vec![None; count], vec![false; count]);
        Walk { region, is_loop, dominators, edges, ends, done }
    }

    fn at(&self, block: BlockId) -> Option<usize> {
        self.dominators.place(block).map(|(at, _)| at)
    }

    /// Adds an edge to a block.
    fn note(&mut self, block: BlockId, end: OpId, successor: usize) {
        let (Some(at), new) = (self.at(block), self.edges.len()) else { return };
        self.edges.push((end, successor, None));
        match &mut self.ends[at] {
            Some((_, last)) => self.edges[std::mem::replace(last, new)].2 = Some(new),
            none => *none = Some((new, new)),
        }
    }

    /// The edges to a block, in the order in which they were added.
    fn edges_to(&self, at: usize) -> impl Iterator<Item = (OpId, usize)> + '_ {
        let first = self.ends[at].map(|(first, _)| &self.edges[first]);
        let all = std::iter::successors(first, |(_, _, next)| next.map(|next| &self.edges[next]));
        all.map(|(end, successor, _)| (*end, *successor))
    }

    /// Returns whether a block is one of those that make a loop.
    fn is_of_loop(&self, module: &Module, block: BlockId) -> bool {
        let blocks = &module[self.region].blocks;
        let is_fixed = |at: usize| at < 2 || at + 2 >= blocks.len();
        self.is_loop && blocks.iter().position(|other| *other == block).is_none_or(is_fixed)
    }

    fn is_done(&self, block: BlockId) -> bool {
        self.at(block).is_some_and(|at| self.done[at])
    }
}

impl Pass<'_> {
    /// Rebuilds a construct. Returns whether it always ends the function, which then ends here.
    pub(super) fn construct(&mut self, op: OpId) -> bool {
        let need = if self.unrolled == Unrolled::Forced { Reason::Forced } else { Reason::Needed };
        if self.unroll(op, need) {
            return false;
        }
        let Some(region) = self.module[op].regions.first().copied() else { return false };
        let is_loop = edit::is_loop(self.module, op);
        if is_loop {
            self.keep_constant(region);
        }
        let mut walk = Walk::new(self.module, region, is_loop);
        self.open.insert(region);
        self.blocks(&mut walk);
        self.open.remove(&region);
        self.sweep(&walk);
        thread(self.module, region);
        self.convert_diamonds(region, is_loop);
        if self.unrolled == Unrolled::Marked && self.unroll(op, Reason::Marked) {
            return false;
        }
        remove_untaken_back_edge(self.module, op, region);
        self.take_results(op);
        if !is_loop {
            self.take_implied(op, region);
        }
        if self.splice(op, region) {
            return false;
        }
        if self.leave(op, region) {
            return true;
        }
        self.fuse(op);
        if !self.choose(op, region) {
            absorb(self.module, op, region);
            self.fuse(op);
            self.head(op, region);
            self.module[op].block = Some(self.block);
            self.out.push(op);
        }
        false
    }

    /// Visits the reachable blocks, each before those that it dominates. Facts of a block hold in these.
    fn blocks(&mut self, walk: &mut Walk) {
        let order = walk.dominators.depth_first();
        let mut open: Vec<(usize, Scope)> = Vec::with_capacity(order.len());
        let mut at = 0;
        while let Some(block) = order.get(at).copied() {
            self.close(&mut open, at);
            let end = walk.dominators.place(block).map_or(order.len(), |(_, end)| end);
            if at != 0 && walk.ends[at].is_none() {
                at = end;
                continue;
            }
            walk.done[at] = true;
            open.push((end, self.open_scope()));
            self.enter(walk, block, at);
            self.assume(walk, block, at);
            let may_leave = self.may_leave;
            self.may_leave &= !walk.is_of_loop(self.module, block);
            self.visit(block);
            self.may_leave = may_leave;
            self.add_edges(walk, block);
            at += 1;
        }
        self.close(&mut open, order.len());
    }

    /// Closes the scopes of blocks that do not dominate the next one.
    fn close(&mut self, open: &mut Vec<(usize, Scope)>, next: usize) {
        while let Some((_, mark)) = open.pop_if(|(end, _)| *end <= next) {
            self.close_scope(mark);
        }
    }

    /// Replaces arguments that are the same on every edge.
    fn enter(&mut self, walk: &Walk, block: BlockId, at: usize) {
        if at == 0 || self.module[block].args.is_empty() {
            return;
        }
        let is_header = walk.is_loop && self.module[walk.region].blocks.get(1) == Some(&block);
        let backs = if is_header { edit::back_edges(self.module, walk.region, block) } else { Vec::new() };
        for (index, arg) in self.module[block].args.clone().into_iter().enumerate() {
            let mut values = walk.edges_to(at).chain(backs.iter().copied()).map(|(end, edge)| {
                let value = self.module[end].successors[edge].args.get(index).copied();
                value.map(|value| self.replaced.resolve(value))
            });
            let Some(Some(first)) = values.next() else { continue };
            if first != arg && values.all(|value| value == Some(first) || value == Some(arg)) {
                self.replaced.replace(arg, first);
            }
        }
    }

    /// Learns the condition of the only edge to a block.
    fn assume(&mut self, walk: &Walk, block: BlockId, at: usize) {
        let is_header = walk.is_loop && self.module[walk.region].blocks.get(1) == Some(&block);
        let mut edges = walk.edges_to(at);
        let (Some((end, 0)), None, false) = (edges.next(), edges.next(), is_header) else { return };
        if edit::core(self.module, end) == Some(Op::BranchConditional) {
            self.bounds.assume(self.module, self.module[end].operands[0]);
        }
    }

    /// Takes the branch of a block if its condition is known, and adds its edges.
    fn add_edges(&mut self, walk: &mut Walk, block: BlockId) {
        let Some(end) = self.module.terminator(block) else { return };
        // SPIR-V requires a back edge in every loop: whether it is taken is decided when the whole loop is known.
        let blocks = &self.module[walk.region].blocks;
        let is_continue = walk.is_loop && blocks.len() > 1 && blocks[blocks.len() - 2] == block;
        if !is_continue {
            take_branch(self.module, end);
        }
        for at in 0..self.module[end].successors.len() {
            walk.note(self.module[end].successors[at].block, end, at);
        }
    }

    /// Drops unreachable blocks, except those at fixed positions.
    fn sweep(&mut self, walk: &Walk) {
        if self.module[walk.region].blocks.iter().all(|block| walk.is_done(*block)) {
            return;
        }
        let blocks = self.module[walk.region].blocks.clone();
        let last = blocks.len() - 1;
        let mut kept = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            let is_continue = walk.is_loop && at + 1 == last;
            if walk.is_done(*block) {
                kept.push(*block);
            } else if at == last {
                self.end_unreached_merge(*block);
                kept.push(*block);
            } else if is_continue {
                self.end_unreached_continue(*block, blocks[1]);
                kept.push(*block);
            } else {
                self.module[*block].region = None;
            }
        }
        self.module[walk.region].blocks = kept;
    }

    fn end_unreached_merge(&mut self, block: BlockId) {
        let Some(end) = self.module.terminator(block) else { return };
        let values = self.module[end].operands.clone();
        let values = values.into_iter().map(|value| self.undefined_like(value)).collect();
        self.module[end].operands = values;
        self.module[block].ops = vec![end];
    }

    fn end_unreached_continue(&mut self, block: BlockId, header: BlockId) {
        let args = self.module[header].args.clone().into_iter().map(|arg| self.undefined_like(arg)).collect();
        let branch = self.module.add_op(ops::core(Op::Branch));
        self.module[branch].successors.push(Successor { block: header, args });
        self.module[branch].block = Some(block);
        self.module[block].ops = vec![branch];
        self.module[block].args.clear();
    }

    pub(super) fn undefined_like(&mut self, value: ValueId) -> ValueId {
        let ty = self.module.type_of(value);
        self.pool.undefined(self.module, ty)
    }

    /// Replaces results of a construct that are values from outside of it.
    fn take_results(&mut self, op: OpId) {
        let Some(merge) = edit::merge_op(self.module, op) else { return };
        for (at, result) in self.module[op].results.clone().into_iter().enumerate() {
            let Some(value) = self.module[merge].operands.get(at).copied() else { continue };
            let region = self.module.block_of(value).and_then(|block| self.module[block].region);
            if region.is_some_and(|region| self.open.contains(&region)) {
                self.replaced.replace(result, value);
            }
        }
    }

    /// Merges a construct with a single path into the block around it.
    fn splice(&mut self, op: OpId, region: RegionId) -> bool {
        let Some(edge) = single_path(self.module, region) else { return false };
        let Some(merge) = edit::merge_op(self.module, op) else { return false };
        let last = self.module[merge].block.map_or(0, |block| self.module[block].ops.len());
        debug_assert_eq!(last, 1, "a merge block holds no other op");
        for (at, result) in self.module[op].results.clone().into_iter().enumerate() {
            let value = self.module[merge].operands[at];
            self.replaced.replace(result, value);
        }
        self.take_blocks(edge);
        self.module[op].block = None;
        true
    }

    /// Ends the block around a selection with a single path that ends the function.
    fn leave(&mut self, op: OpId, region: RegionId) -> bool {
        if !self.may_leave || edit::is_loop(self.module, op) {
            return false;
        }
        let first = self.module[region].blocks[0];
        let most = self.module[region].blocks.len();
        let mut path: Vec<BlockId> =
            std::iter::successors(Some(first), |block| next_of(self.module, *block)).take(most).collect();
        let Some(last) = path.pop() else { return false };
        if !self.module.terminator(last).is_some_and(|end| ends_function(self.module, end)) {
            return false;
        }
        self.take_blocks(path);
        let ops = std::mem::take(&mut self.module[last].ops);
        edit::adopt(self.module, self.block, &ops);
        self.out.extend(ops);
        self.module[op].block = None;
        true
    }

    /// Appends blocks with a single successor to the block around them.
    fn take_blocks(&mut self, path: Vec<BlockId>) {
        for block in path {
            let mut ops = std::mem::take(&mut self.module[block].ops);
            self.pass_args(ops.pop());
            edit::adopt(self.module, self.block, &ops);
            self.out.extend(ops);
        }
    }

    /// Replaces the arguments of a block with a single edge to it by their values.
    pub(super) fn pass_args(&mut self, end: Option<OpId>) {
        let Some(edge) = end.and_then(|end| self.module[end].successors.first()).cloned() else { return };
        let args = self.module[edge.block].args.clone();
        for (arg, value) in args.into_iter().zip(edge.args) {
            if self.replaced.resolve(arg) == arg {
                self.replaced.replace(arg, value);
                self.is_late = true;
            }
        }
    }

    /// Makes a selection start with a branch to several blocks, at least in form.
    fn head(&mut self, op: OpId, region: RegionId) {
        let entry = self.module[region].blocks[0];
        let Some(end) = self.module.terminator(entry) else { return };
        let is_plain = edit::core(self.module, end) == Some(Op::Branch);
        if edit::is_loop(self.module, op) || !is_plain {
            return;
        }
        let int = self.module.ctx.int(32);
        let zero = self.module.ctx.attr(Attr::Int { bits: 0, ty: int });
        let selector = self.constant(zero, int);
        let cases = self.module.ctx.attr(Attr::Array(Box::default()));
        let end = &mut self.module[end];
        end.info = ops::core(Op::Switch);
        end.operands = [selector].into();
        end.attrs = [(attrs::CASES, cases)].into();
    }
}

/// Returns whether a terminator leaves the function or ends the invocation.
fn ends_function(module: &Module, end: OpId) -> bool {
    edit::core(module, end).is_some_and(|core| core != Op::Unreachable) && module[end].successors.is_empty()
}

/// Replaces a branch on a constant, or with equal targets, by an unconditional one.
fn take_branch(module: &mut Module, end: OpId) {
    let Some(target) = taken(module, end) else { return };
    let target = module[end].successors[target].clone();
    let op = &mut module[end];
    op.info = ops::core(Op::Branch);
    op.operands.clear();
    op.attrs.clear();
    op.successors = vec![target];
}

/// Removes the back edge of a loop that is never taken, if no other one makes it a loop.
fn remove_untaken_back_edge(module: &mut Module, op: OpId, region: RegionId) {
    let blocks = &module[region].blocks;
    if !edit::is_loop(module, op) || blocks.len() < 4 {
        return;
    }
    let (header, last) = (blocks[1], blocks[blocks.len() - 2]);
    let Some(end) = module.terminator(last).filter(|end| taken(module, *end).is_some()) else { return };
    let before = module[end].clone();
    take_branch(module, end);
    let goes_back = module[end].successors.iter().any(|successor| successor.block == header);
    if goes_back || single_path(module, region).is_none() {
        module[end] = before;
    }
}

/// The index of the successor that is always taken.
fn taken(module: &Module, end: OpId) -> Option<usize> {
    let condition = module[end].operands.first();
    edit::taken(module, end, condition.and_then(|value| edit::constant_number(module, *value)))
}

/// The blocks of a construct with a single path, without the last.
fn single_path(module: &Module, region: RegionId) -> Option<Vec<BlockId>> {
    let blocks = &module[region].blocks;
    let (first, last) = (blocks[0], blocks[blocks.len() - 1]);
    // Most start with a conditional branch.
    let mut next = next_of(module, first)?;
    let mut edge = vec![first];
    while edge.len() <= blocks.len() {
        if next == last {
            return Some(edge);
        }
        edge.push(next);
        next = next_of(module, next)?;
    }
    None
}

/// Jump threading: branches to an empty block lead to its target.
fn thread(module: &mut Module, region: RegionId) {
    let blocks = module[region].blocks.clone();
    let mut gone = FxHashSet::default();
    for block in &blocks {
        let Some(end) = module.terminator(*block) else { continue };
        if edit::core(module, end) != Some(Op::BranchConditional) {
            continue;
        }
        for at in 0..module[end].successors.len() {
            let Some((empty, next)) = empty_arm(module, region, &module[end].successors[at]) else { continue };
            // A block has one edge to a target that takes arguments.
            if module[end].successors.iter().all(|other| other.block != next.block || *other == next) {
                gone.insert(empty);
                module[end].successors[at] = next;
            }
        }
        if module[end].successors.iter().all(|edge| *edge == module[end].successors[0]) {
            take_branch(module, end);
        }
    }
    let still: FxHashSet<BlockId> = match gone.is_empty() {
        true => return,
        false => blocks
            .iter()
            .filter(|block| !gone.contains(block))
            .flat_map(|block| walk::successors(module, *block))
            .collect(),
    };
    module[region].blocks.retain(|block| !gone.contains(block) || still.contains(block));
}

/// An empty block and its target, when that is the end of a selection.
fn empty_arm(module: &Module, region: RegionId, edge: &Successor) -> Option<(BlockId, Successor)> {
    let [only] = module[edge.block].ops[..] else { return None };
    let [next] = &module[only].successors[..] else { return None };
    let is_end = module[region].blocks.last() == Some(&next.block);
    let is_empty = edit::core(module, only) == Some(Op::Branch) && module[edge.block].args.is_empty();
    (is_end && is_empty).then(|| (edge.block, next.clone()))
}

/// The only successor of a block.
fn next_of(module: &Module, block: BlockId) -> Option<BlockId> {
    let end = module.terminator(block).filter(|end| edit::core(module, *end) == Some(Op::Branch))?;
    match &module[end].successors[..] {
        [next] => Some(next.block),
        _ => None,
    }
}

/// Merges blocks with a single edge between them, where SPIR-V allows it.
fn absorb(module: &mut Module, construct: OpId, region: RegionId) {
    let is_loop = edit::is_loop(module, construct);
    let blocks = &module[region].blocks;
    let fixed = Fixed { first: 1 + usize::from(is_loop), last: 1 + usize::from(is_loop) };
    // Most blocks end with a conditional branch, or lead to a block that stays.
    if !blocks.iter().any(|block| only_next(module, *block, blocks, &fixed).is_some()) {
        return;
    }
    let blocks = blocks.clone();
    let mut edges: FxHashMap<BlockId, usize> = FxHashMap::default();
    for target in blocks.iter().flat_map(|block| walk::successors(module, *block)) {
        *edges.entry(target).or_default() += 1;
    }
    let mut gone = FxHashSet::default();
    for (at, block) in blocks.iter().enumerate() {
        // The block before a loop only branches to its header.
        if gone.contains(block) || (is_loop && at == 0) {
            continue;
        }
        let is_head = at == usize::from(is_loop);
        let joinable =
            |module: &Module| only_next(module, *block, &blocks, &fixed).filter(|next| edges.get(next) == Some(&1));
        while let Some(next) = joinable(module) {
            if is_head && !may_head(module, next, is_loop) {
                break;
            }
            join(module, *block, next);
            gone.insert(next);
        }
    }
    module[region].blocks.retain(|block| !gone.contains(block));
}

/// The numbers of blocks at the start and at the end of a construct that keep their positions.
struct Fixed {
    first: usize,
    last: usize,
}

/// The only successor of a block, if it may be merged into it.
fn only_next(module: &Module, block: BlockId, blocks: &[BlockId], fixed: &Fixed) -> Option<BlockId> {
    let next = next_of(module, block).filter(|next| *next != block)?;
    let (first, last) = (&blocks[..fixed.first], &blocks[blocks.len() - fixed.last..]);
    (!first.contains(&next) && !last.contains(&next)).then_some(next)
}

/// Returns whether a block may be the header of a construct: its branch follows the merge instruction.
fn may_head(module: &Module, block: BlockId, is_loop: bool) -> bool {
    let holds_construct = module[block].ops.iter().any(|op| edit::is_construct(module, *op));
    let end = module.terminator(block).and_then(|end| edit::core(module, end));
    match is_loop {
        true => !holds_construct && matches!(end, Some(Op::Branch | Op::BranchConditional)),
        false => matches!(end, Some(Op::BranchConditional | Op::Switch)),
    }
}

/// Appends a block to its only predecessor. Its arguments have been replaced already.
fn join(module: &mut Module, block: BlockId, next: BlockId) {
    module[block].ops.pop();
    let ops = std::mem::take(&mut module[next].ops);
    edit::adopt(module, block, &ops);
    module[block].ops.extend(ops);
    module[next].region = None;
}
