//! Unrolling of loops.
//!
//! A loop is unrolled if it can be and something inside needs the iteration number as a constant: the trip count is
//! found by evaluating the values that the loop's branches depend on, for any recurrence of constants. Where a variable
//! holds resources, or a texel offset is not constant, which no legal module has, that needs no mark. Otherwise clones must pay off: a loop that is marked
//! `[unroll]` is unrolled when it counts by a constant, is short, and is innermost, or when the loops inside of it are
//! marked as well and its counter decides how often they run. Others stay with their loop controls, for the consumer of the
//! module to read.
//!
//! Each iteration is a clone of the loop without its back edge. Simplification then removes the construct. An iteration
//! with several paths out, of which none is known to be taken, stays a construct itself; behind one that may leave the
//! loop, the others are in a selection.

use super::constants::Known;
use super::state::Pass;
use crate::copy::Copy;
use crate::edit;
use crate::facts::handles;
use crate::passes::legal;
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, Successor, TypeId, ValueId, Values};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, effects, facts};
use rustc_hash::FxHashSet;
use spirv::{LoopControl, Op, StorageClass};

/// Loops with more iterations are not unrolled.
const MAX_ITERATIONS: usize = 1024;
/// Nor are those whose iterations would be more ops.
const MAX_GROWTH: usize = 1 << 17;
/// The ops of an iteration that outweigh the cost of counting, so that clones do not pay off.
const MAX_BODY: usize = 512;
/// The iterations of a loop that may leave it: each is inside of the one before.
const MAX_EXITS: usize = 64;

/// The limit of ops that a value is computed through from counters.
const MAX_DEPTH: usize = 64;

/// The blocks of a loop that may be unrolled.
struct Shape {
    region: RegionId,
    header: BlockId,
    /// From the header to the continue block.
    blocks: Vec<BlockId>,
    merge: BlockId,
    /// True if several edges lead to the continue block.
    is_open: bool,
    /// The number of ops of a clone.
    size: usize,
}

/// The reason to unroll a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// Something inside needs the iteration number as a constant, and the loop is marked.
    Needed,
    /// Something inside needs it.
    Forced,
    /// The loop is marked.
    Marked,
}

/// The end of an iteration, as far as its conditions are known.
enum Iteration {
    /// It takes the back edge with these values, if it does not leave the loop.
    Goes { next: Vec<Option<ValueId>>, may_leave: bool },
    /// It leaves the loop, through these blocks at most.
    Leaves(Vec<BlockId>),
    /// Unknown conditions decide.
    Unknown,
}

/// The iterations of a loop.
struct Iterations {
    /// The number of back edges taken, unless one of the iterations leaves the loop.
    count: usize,
    /// What is known of the values that each of them begins with, and the last iteration.
    starts: Vec<Vec<Option<ValueId>>>,
    /// True if iterations may leave it for reasons that are not known.
    has_exits: bool,
    /// The blocks that the last iteration may pass: most often the header alone.
    last: Vec<BlockId>,
}

impl Pass<'_> {
    /// Replaces a loop by its iterations; returns whether that was done.
    pub(super) fn unroll(&mut self, op: OpId, reason: Reason) -> bool {
        let Some(shape) = shape(self.module, op, reason).filter(|_| !self.iterations.contains(&op)) else {
            return false;
        };
        let entry = self.module[shape.region].blocks[0];
        let Some(start) = self.module.terminator(entry).and_then(|end| self.module[end].successors.first()).cloned()
        else {
            return false;
        };
        let start: Vec<ValueId> = start.args.iter().map(|value| self.replaced.resolve(*value)).collect();
        let is_constant = |value: ValueId| edit::constant(self.module, value).is_some();
        if reason == Reason::Marked && !counts(self.module, &shape, &start, &is_constant) {
            return false;
        }
        let inner = inner_loops(self.module, &shape);
        if reason == Reason::Marked && !inner.iter().all(|inner| self.decides(&shape, &start, *inner)) {
            return false;
        }
        let Some(iterations) = self.iterations(&shape, &start).filter(|all| reason != Reason::Marked || !all.has_exits)
        else {
            return false;
        };
        let is_forced = reason == Reason::Forced || iterations.has_exits;
        if is_forced && !self.take_forced_room(shape.size * (iterations.count + 1)) {
            return false;
        }
        let outer = self.room_for_copies;
        let is_outermost = reason == Reason::Marked && !inner.is_empty() && outer.is_none();
        if reason == Reason::Marked && !self.take_room(is_outermost, shape.size * iterations.count) {
            return false;
        }
        let is_unrolled = self.replace_by_iterations(op, reason, &shape, start, &iterations);
        if is_outermost {
            self.room_for_copies = None;
        }
        is_unrolled
    }

    /// Takes the room of copies of a loop, where its copies are those of an outer one.
    fn take_room(&mut self, is_outermost: bool, copies: usize) -> bool {
        let room = if is_outermost { Some(MAX_GROWTH) } else { self.room_for_copies };
        let Some(room) = room else { return true };
        let left = room.checked_sub(copies);
        self.room_for_copies = left.or(self.room_for_copies);
        left.is_some()
    }

    /// Takes the room of copies that no mark requests: loops inside of each other would multiply them.
    fn take_forced_room(&mut self, copies: usize) -> bool {
        let left = self.room_for_forced.checked_sub(copies);
        self.room_for_forced = left.unwrap_or(self.room_for_forced);
        left.is_some()
    }

    fn replace_by_iterations(
        &mut self,
        op: OpId,
        reason: Reason,
        shape: &Shape,
        start: Vec<ValueId>,
        iterations: &Iterations,
    ) -> bool {
        let (mark, kept) = (self.open_scope(), self.out.len());
        let copied = Copied { op, shape, iterations, may_stay: reason != Reason::Marked && shape.is_open };
        let Some(results) = self.append_iterations(&copied, start, 0) else {
            self.close_scope(mark);
            self.out.truncate(kept);
            return false;
        };
        let own = self.module[op].results.clone();
        own.into_iter().zip(results).for_each(|(old, new)| self.replaced.replace(old, new));
        self.module[op].block = None;
        true
    }

    /// Returns whether the counter of a loop decides how often a loop inside of it runs.
    fn decides(&mut self, outer: &Shape, start: &[ValueId], inner: OpId) -> bool {
        let Some(shape) = shape(self.module, inner, Reason::Marked) else { return false };
        let entry = self.module[shape.region].blocks[0];
        let edge = self.module.terminator(entry).and_then(|end| self.module[end].successors.first());
        let Some(edge) = edge else { return false };
        let own: Vec<ValueId> = edge.args.iter().map(|value| self.replaced.resolve(*value)).collect();
        let is_constant = |value| edit::constant(self.module, value).is_some();
        let follows = |value| self.follows(outer, start, value, MAX_DEPTH);
        !counts(self.module, &shape, &own, &is_constant) && counts(self.module, &shape, &own, &follows)
    }

    /// Returns whether a value is computed from constants and counters of a loop.
    fn follows(&self, outer: &Shape, start: &[ValueId], value: ValueId, depth: usize) -> bool {
        if edit::constant(self.module, value).is_some() || is_counter(self.module, outer, start, value) {
            return true;
        }
        let (Some(op), Some(depth)) = (self.module.defining_op(value), depth.checked_sub(1)) else { return false };
        let is_plain = self.module[op].regions.is_empty() && effects::of_op(self.module, op).is_pure();
        // Few values have many operands, and chains of those are short.
        is_plain
            && self.module[op].operands.len() <= 2
            && self.module[op].operands.iter().all(|operand| self.follows(outer, start, *operand, depth / 2))
    }

    /// The iterations of a loop, if their number is known and small enough.
    fn iterations(&mut self, shape: &Shape, start: &[ValueId]) -> Option<Iterations> {
        let mut values: Vec<Option<ValueId>> = start
            .iter()
            .map(|value| Some(*value).filter(|value| edit::constant(self.module, *value).is_some()))
            .collect();
        let most = MAX_ITERATIONS.min(MAX_GROWTH / shape.size);
        let (mut has_exits, mut starts) = (false, Vec::new());
        for count in 0..=most {
            starts.push(values.clone());
            match self.iteration(shape, values) {
                Iteration::Leaves(last) => return Some(Iterations { count, starts, has_exits, last }),
                Iteration::Goes { next, may_leave } => (values, has_exits) = (next, has_exits | may_leave),
                Iteration::Unknown => return None,
            }
            if has_exits && count == MAX_EXITS {
                return None;
            }
        }
        None
    }

    fn iteration(&mut self, shape: &Shape, values: Vec<Option<ValueId>>) -> Iteration {
        let args = self.module[shape.header].args.clone();
        let mut known: Known = args.iter().copied().zip(values).collect();
        let mut next: Option<Vec<Option<ValueId>>> = None;
        let (mut seen, mut stack, mut leaves) = (FxHashSet::default(), vec![shape.header], false);
        while let Some(block) = stack.pop() {
            if !seen.insert(block) {
                continue;
            }
            for edge in self.successors(shape, block, &mut known) {
                if edge.block == shape.merge {
                    leaves = true;
                } else if edge.block == shape.header {
                    let own: Vec<_> =
                        edge.args.iter().map(|value| self.known(shape.region, *value, &mut known)).collect();
                    next = Some(match next {
                        Some(before) => agreed(&before, &own),
                        None => own,
                    });
                } else {
                    stack.push(edge.block);
                }
            }
        }
        match (next, leaves) {
            (Some(next), may_leave) => Iteration::Goes { next, may_leave },
            (None, true) => {
                let last = shape.blocks.iter().copied().filter(|block| seen.contains(block));
                Iteration::Leaves(last.collect())
            }
            (None, false) => Iteration::Unknown,
        }
    }

    /// The possible successors of a block.
    fn successors(&mut self, shape: &Shape, block: BlockId, known: &mut Known) -> Vec<Successor> {
        let Some(end) = self.module.terminator(block) else { return Vec::new() };
        let mut successors = self.module[end].successors.clone();
        let is_conditional = edit::core(self.module, end) == Some(Op::BranchConditional);
        let condition = self.module[end].operands.first().copied().filter(|_| is_conditional);
        let value = condition.and_then(|value| self.known(shape.region, value, known));
        if let (Some(number), 2) = (value.and_then(|value| edit::constant_number(self.module, value)), successors.len())
        {
            return vec![successors.swap_remove(usize::from(number == 0))];
        }
        successors
    }

    /// Appends the iterations from a number on to the block; returns the results of the loop. `None` if one of them turns out
    /// to behave otherwise, or must stay a loop and may not.
    fn append_iterations(&mut self, copied: &Copied<'_>, start: Vec<ValueId>, from: usize) -> Option<Vec<ValueId>> {
        let &Copied { op, shape, iterations, may_stay } = copied;
        let mut values = start;
        for count in from..=iterations.count {
            let is_last = count == iterations.count;
            let blocks = if is_last { &iterations.last } else { &shape.blocks };
            let iteration = self.clone_iteration(op, shape, blocks, &values)?;
            let may_leave = std::mem::replace(&mut self.may_leave, false);
            self.construct(iteration);
            self.may_leave = may_leave;
            if self.out.last() == Some(&iteration) && !may_stay && !iterations.has_exits {
                return None;
            }
            let results: Vec<ValueId> =
                self.module[iteration].results.clone().into_iter().map(|value| self.replaced.resolve(value)).collect();
            let (leaves, results) = results.split_first()?;
            let (next, yielded) = results.split_at(values.len());
            // A path that leaves the loop has none of them.
            let known = iterations.starts.get(count + 1).into_iter().flatten();
            let next: Vec<ValueId> = next
                .iter()
                .zip(known.chain(std::iter::repeat(&None)))
                .map(|(next, known)| known.unwrap_or(*next))
                .collect();
            match edit::constant_number(self.module, *leaves) {
                Some(1) if is_last || iterations.has_exits => return Some(yielded.to_vec()),
                Some(0) if !is_last => values = next,
                None if !is_last => {
                    return self
                        .append_unless(op, *leaves, yielded, |pass| pass.append_iterations(copied, next, count + 1));
                }
                Some(_) | None => return None,
            }
        }
        None
    }

    /// Appends a selection at the place of an op with these results, unless a condition does not hold: then the rest makes
    /// other ones.
    fn append_unless(
        &mut self,
        like: OpId,
        condition: ValueId,
        results: &[ValueId],
        rest: impl FnOnce(&mut Self) -> Option<Vec<ValueId>>,
    ) -> Option<Vec<ValueId>> {
        let selection = self.module.add_op(ops::mlir(Mlir::Selection));
        let region = self.module.add_region(selection);
        let [entry, body, merge] = std::array::from_fn(|_| self.module.add_block(region));
        let choice = self.module.add_op(ops::core(Op::BranchConditional));
        let leave = Successor { block: merge, args: results.iter().copied().collect() };
        let loc = self.module[like].loc;
        (self.module[selection].loc, self.module[choice].loc) = (loc, loc);
        self.module[choice].operands.push(condition);
        self.module[choice].successors.extend([leave, Successor::new(body)]);
        self.module.append(entry, choice);

        let outer = (std::mem::replace(&mut self.block, body), std::mem::take(&mut self.out));
        let scope = self.open_scope();
        let others = rest(self);
        self.close_scope(scope);
        let (block, out) = outer;
        self.block = block;
        self.module[body].ops = std::mem::replace(&mut self.out, out);
        let branch = self.module.add_op(ops::core(Op::Branch));
        self.module[branch].successors.push(Successor { block: merge, args: others?.into_iter().collect() });
        self.module.append(body, branch);

        let end = self.module.add_op(ops::mlir(Mlir::Merge));
        let mut made = Vec::new();
        for result in results {
            let ty = self.module.type_of(*result);
            let arg = self.module.add_arg(merge, ty);
            self.module[end].operands.push(arg);
            made.push(self.module.add_result(selection, ty));
        }
        self.module.append(merge, end);
        self.module[selection].block = Some(self.block);
        self.out.push(selection);
        Some(made)
    }

    /// A clone of one iteration as a loop. Its results: whether it leaves the loop, the operands of the next iteration,
    /// and the results of the loop.
    fn clone_iteration(&mut self, op: OpId, shape: &Shape, from: &[BlockId], values: &[ValueId]) -> Option<OpId> {
        let iteration = self.module.add_op(ops::mlir(Mlir::Loop));
        self.iterations.insert(iteration);
        self.module[iteration].loc = self.module[op].loc;
        let region = self.module.add_region(iteration);
        let entry = self.module.add_block(region);
        let mut copy = Copy::new(&mut self.pool, self.values, None);
        let blocks = copy.blocks(self.module, from, region);
        copy.finish(self.module);
        let yields = edit::merge_op(self.module, op).map(|end| self.module[end].operands.clone())?;
        let yielded: Vec<ValueId> = yields.iter().map(|value| copy.value(*value)).collect();
        let header = *blocks.get(&shape.header)?;
        for (arg, value) in std::mem::take(&mut self.module[header].args).into_iter().zip(values) {
            self.replaced.replace(arg, *value);
        }
        let last = shape.blocks.last().and_then(|last| blocks.get(last)).copied();
        let open = last.filter(|_| shape.is_open);
        let latch = open.unwrap_or_else(|| self.module.add_block(region));
        let merge = self.module.add_block(region);
        let ends = Ends { header, merge, latch, yields, yielded };
        let old_args = self.module[shape.merge].args.clone();
        for block in from {
            if let Some(end) = blocks.get(block).and_then(|block| self.module.terminator(*block)) {
                self.redirect(end, shape, &old_args, &ends);
            }
        }
        self.branch(entry, header);
        match open {
            Some(_) => self.end_iteration(&ends)?,
            None => self.branch(latch, header),
        }
        self.close_iteration(op, iteration, shape, &ends);
        Some(iteration)
    }

    fn branch(&mut self, block: BlockId, to: BlockId) {
        let branch = self.module.add_op(ops::core(Op::Branch));
        self.module[branch].successors.push(Successor::new(to));
        self.module.append(block, branch);
    }

    /// Ends the cloned iteration at its continue block: SPIR-V requires a back edge, which is never taken.
    fn end_iteration(&mut self, ends: &Ends) -> Option<()> {
        let end = self.module.terminator(ends.latch)?;
        let condition = self.truth(true);
        let op = &mut self.module[end];
        op.info = ops::core(Op::BranchConditional);
        op.operands = [condition].into();
        op.attrs.clear();
        op.successors.push(Successor::new(ends.header));
        Some(())
    }

    fn truth(&mut self, value: bool) -> ValueId {
        let ty = self.module.ctx.bool();
        let attr = self.module.ctx.attr(Attr::Bool(value));
        self.constant(attr, ty)
    }

    /// Redirects back edges and exits to the end of the iteration. So do edges to blocks that are not cloned, which are
    /// never taken.
    fn redirect(&mut self, end: OpId, shape: &Shape, old_args: &[ValueId], ends: &Ends) {
        let header = self.module[shape.header].args.clone();
        for at in 0..self.module[end].successors.len() {
            let Successor { block, args } = self.module[end].successors[at].clone();
            let mut handed = Values::new();
            if block == ends.header {
                handed.push(self.truth(false));
                handed.extend(args);
                handed.extend(ends.yields.iter().map(|value| self.undefined_like(*value)));
            } else if block == shape.merge {
                handed.push(self.truth(true));
                handed.extend(header.iter().map(|value| self.undefined_like(*value)));
                for (old, new) in ends.yields.iter().zip(&ends.yielded) {
                    let at = old_args.iter().position(|arg| arg == old);
                    handed.push(at.and_then(|at| args.get(at).copied()).unwrap_or(*new));
                }
            } else if self.module[block].region == Some(shape.region) {
                handed.push(self.truth(false));
                handed.extend(header.iter().chain(&ends.yields).map(|value| self.undefined_like(*value)));
            } else {
                continue;
            }
            self.module[end].successors[at] = Successor { block: ends.merge, args: handed };
        }
    }

    fn close_iteration(&mut self, op: OpId, iteration: OpId, shape: &Shape, ends: &Ends) {
        let mut types: Vec<TypeId> = vec![self.module.ctx.bool()];
        types.extend(self.module[shape.header].args.iter().map(|value| self.module.type_of(*value)));
        types.extend(self.module[op].results.iter().map(|value| self.module.type_of(*value)));
        let end = self.module.add_op(ops::mlir(Mlir::Merge));
        for ty in types {
            let arg = self.module.add_arg(ends.merge, ty);
            self.module[end].operands.push(arg);
            self.module.add_result(iteration, ty);
        }
        self.module.append(ends.merge, end);
    }
}

/// A loop that becomes its iterations.
struct Copied<'a> {
    op: OpId,
    shape: &'a Shape,
    iterations: &'a Iterations,
    /// True if iterations may stay constructs.
    may_stay: bool,
}

/// The targets of an iteration's exits.
struct Ends {
    header: BlockId,
    merge: BlockId,
    /// The block with the clone's back edge.
    latch: BlockId,
    /// The results of the loop, and their values in the iteration.
    yields: Values,
    yielded: Vec<ValueId>,
}

fn agreed(a: &[Option<ValueId>], b: &[Option<ValueId>]) -> Vec<Option<ValueId>> {
    a.iter().zip(b).map(|(a, b)| a.filter(|_| a == b)).collect()
}

/// The shape of a loop that is marked or needed, and can be unrolled.
fn shape(module: &Module, op: OpId, reason: Reason) -> Option<Shape> {
    if !edit::is_loop(module, op) {
        return None;
    }
    let control = facts::number_of(module, op, attrs::CONTROL).unwrap_or(0) as u32;
    let is_asked = match reason {
        Reason::Forced => control & LoopControl::DONT_UNROLL.bits() == 0,
        Reason::Needed | Reason::Marked => control & LoopControl::UNROLL.bits() != 0,
    };
    if !is_asked {
        return None;
    }
    let region = *module[op].regions.first()?;
    let [entry, ref blocks @ .., merge] = module[region].blocks[..] else { return None };
    let (header, last) = (*blocks.first()?, *blocks.last()?);
    let is_plain = blocks.len() >= 2 && module[entry].ops.len() == 1 && module[merge].ops.len() == 1;
    let is_end = ops::code(module, module.terminator(merge)?) == Some(Code::Mlir(Mlir::Merge));
    let successors = blocks.iter().flat_map(|block| dialect::ir::walk::successors(module, *block));
    let is_open = successors.filter(|target| *target == last).count() > 1;
    let goes_back = edit::core(module, module.terminator(last)?) == Some(Op::Branch);
    if !is_plain || !is_end || is_open && !goes_back {
        return None;
    }
    let inside: Vec<OpId> = dialect::ir::walk::ops(module, op).collect();
    let is_wanted = match reason {
        Reason::Needed | Reason::Forced => inside.iter().any(|op| wants_constant(module, *op)),
        Reason::Marked => inside.len() <= MAX_BODY,
    };
    is_wanted.then(|| Shape { region, header, blocks: blocks.to_vec(), merge, is_open, size: inside.len() })
}

/// The loops in a loop, without those inside of them.
fn inner_loops(module: &Module, shape: &Shape) -> Vec<OpId> {
    let (mut found, mut stack) = (Vec::new(), shape.blocks.clone());
    while let Some(block) = stack.pop() {
        for op in &module[block].ops {
            match edit::is_loop(module, *op) {
                true => found.push(*op),
                false => stack.extend(module[*op].regions.iter().flat_map(|region| &module[*region].blocks)),
            }
        }
    }
    found
}

/// Returns whether a single condition ends a loop, and compares a counter with a value that is known, as its start is.
fn counts(module: &Module, shape: &Shape, start: &[ValueId], is_known: &dyn Fn(ValueId) -> bool) -> bool {
    let leaves = |block: &&BlockId| dialect::ir::walk::successors(module, **block).any(|next| next == shape.merge);
    let mut exits = shape.blocks.iter().filter(leaves);
    let (Some(exit), None) = (exits.next(), exits.next()) else { return false };
    let condition = module.terminator(*exit).and_then(|end| module[end].operands.first());
    let Some(op) = condition.and_then(|value| module.defining_op(*value)) else { return false };
    let [a, b] = module[op].operands[..] else { return false };
    let is_counter = |value| match step_of(module, shape, value) {
        Some(at) => start.get(at).is_some_and(|start| is_known(*start)),
        None => false,
    };
    is_known(b) && is_counter(a) || is_known(a) && is_counter(b)
}

/// Returns whether a value is an induction variable with a constant start and step.
fn is_counter(module: &Module, shape: &Shape, start: &[ValueId], value: ValueId) -> bool {
    let at = step_of(module, shape, value);
    at.and_then(|at| start.get(at)).is_some_and(|start| edit::constant(module, *start).is_some())
}

/// The position of an argument of a loop's header that each iteration changes by a constant.
fn step_of(module: &Module, shape: &Shape, value: ValueId) -> Option<usize> {
    let at = module[shape.header].args.iter().position(|arg| *arg == value)?;
    let ends = shape.blocks.iter().filter_map(|block| module.terminator(*block));
    let mut backs = ends.flat_map(|end| &module[end].successors).filter(|edge| edge.block == shape.header);
    backs.all(|edge| edge.args.get(at).is_some_and(|next| is_step(module, *next, value))).then_some(at)
}

/// Returns whether a value is another one plus or minus a constant.
fn is_step(module: &Module, next: ValueId, value: ValueId) -> bool {
    let Some(op) = module.defining_op(next) else { return false };
    matches!(edit::core(module, op), Some(Op::IAdd | Op::ISub))
        && matches!(module[op].operands[..], [from, by] if from == value && edit::constant(module, by).is_some())
}

/// Returns whether an op needs a constant operand that is none yet: a texel offset, or the index of a resource in
/// anything but a bound array of them.
fn wants_constant(module: &Module, op: OpId) -> bool {
    if !edit::is_chain(module, op) {
        return legal::wants_constant_offset(module, op);
    }
    let pointer = |value: &ValueId| facts::pointer(module, module.type_of(*value));
    let leads_to_handle = |result| pointer(result).is_some_and(|(pointee, _)| handles::is_handle(&module.ctx[pointee]));
    let is_own = module[op]
        .operands
        .first()
        .and_then(pointer)
        .is_some_and(|(_, storage)| matches!(storage, StorageClass::Function | StorageClass::Private));
    let mut indices = module[op].operands.iter().skip(1);
    is_own
        && module[op].results.iter().any(leads_to_handle)
        && indices.any(|index| edit::constant(module, *index).is_none())
}
