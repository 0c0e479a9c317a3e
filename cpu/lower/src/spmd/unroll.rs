//! Loops around barriers with known iterations, as in trees of sums and in sorting networks: each iteration becomes code of its own, in
//! which the distances between what lanes access, and the numbers of those that take part, are constants.
//!
//! Only loops with numbers that do not grow by the same from one iteration to the next gain by that, such as powers of two.

use super::normalise::Copy;
use crate::facts::{self, Cut};
use dialect::ir::rewrite::Rewrites;
use dialect::ir::{Attr, BlockId, Module, OpId, Successor, Type, TypeId, ValueId, walk};
use dialect::spirv::attrs;
use dialect::spirv::fold::{fold, truncate};
use dialect::spirv::ops::{self, Code, Mlir};
use rustc_hash::FxHashMap;
use spirv::Op;

/// The limit of iterations of a loop,
const MOST_ITERATIONS: usize = 16;
/// and of ops in all of them.
const MOST_OPS: usize = 1024;
/// The limit of barriers in a kernel: each cuts it into one more part.
const MOST_BARRIERS: usize = 48;
/// The limit of nested operations between a value before a loop and constants.
const MOST_NESTED: u32 = 8;

/// Numbers that are known in one iteration of a loop.
type Known = FxHashMap<ValueId, u64>;

/// A loop without others inside, with a single way in, back, and out.
struct Loop {
    header: BlockId,
    /// Its blocks from the header on, each before those that only it leads to.
    blocks: Vec<BlockId>,
    /// The op that enters it.
    entry: OpId,
    /// The last block of a iteration.
    latch: BlockId,
    /// The op that leaves it or goes on.
    exit: OpId,
    /// The number of the way out among its successors.
    out: usize,
}

/// Unrolls the loops of a flat function that gain by it.
pub(crate) fn unroll(module: &mut Module, func: OpId) {
    let is_merge = |op: &OpId| ops::code(module, *op) == Some(Code::Core(Op::LoopMerge));
    let merges: Vec<OpId> = walk::ops_in(module, func).into_iter().filter(is_merge).collect();
    for merge in merges {
        let Some(found) = Loop::find(module, func, merge) else { continue };
        let Some(iterations) = found.iterations(module) else { continue };
        let barriers = barriers(module, &found.blocks);
        let others = barriers_of(module, func) - barriers;
        let ops: usize = found.blocks.iter().map(|block| module[*block].ops.len()).sum();
        let fits = iterations.len() <= MOST_ITERATIONS && ops * iterations.len() <= MOST_OPS;
        if fits && barriers > 0 && others + barriers * iterations.len() <= MOST_BARRIERS && gains(&iterations) {
            found.replace(module, func, &iterations);
        }
    }
}

fn barriers(module: &Module, blocks: &[BlockId]) -> usize {
    let ops = blocks.iter().flat_map(|block| &module[*block].ops);
    ops.filter(|op| facts::is_meeting(module, **op, Cut::Workgroups)).count()
}

fn barriers_of(module: &Module, func: OpId) -> usize {
    barriers(module, &module[module[func].regions[0]].blocks)
}

/// Reiterations whether there are numbers that do not grow by the same from iteration to iteration.
fn gains(iterations: &[Known]) -> bool {
    iterations.windows(3).any(|three| {
        let [first, second, third] = three else { return false };
        let is_uneven = |(value, first): (&ValueId, &u64)| {
            let (Some(second), Some(third)) = (second.get(value), third.get(value)) else { return false };
            // Truth values are left out.
            let numbers = [*first, *second, *third];
            numbers.iter().any(|number| *number > 1) && second.wrapping_sub(*first) != third.wrapping_sub(*second)
        };
        first.iter().any(is_uneven)
    })
}

impl Loop {
    fn find(module: &Module, func: OpId, merge: OpId) -> Option<Loop> {
        let (header, after) = (module[merge].block?, module[merge].successors.first()?.block);
        let blocks =
            walk::reverse_post_order(header, |block| walk::successors(module, block).filter(move |to| *to != after));
        let is_single = |block: &BlockId| {
            let has_loop = module[*block]
                .ops
                .iter()
                .any(|op| *op != merge && ops::code(module, *op) == Some(Code::Core(Op::LoopMerge)));
            !has_loop && walk::successors(module, *block).next().is_some()
        };
        if !blocks.iter().all(is_single) {
            return None;
        }
        let (mut entries, mut latches, mut exits) = (Vec::new(), Vec::new(), Vec::new());
        for block in &module[module[func].regions[0]].blocks {
            let Some(end) = module.terminator(*block) else { continue };
            let is_inside = blocks.contains(block);
            for (at, to) in module[end].successors.iter().enumerate() {
                match (is_inside, to.block == header, to.block == after) {
                    (true, true, _) => latches.push(*block),
                    (true, false, true) => exits.push((end, at)),
                    (false, true, _) => entries.push(end),
                    (false, false, _) if blocks.contains(&to.block) => return None,
                    _ => {}
                }
            }
        }
        let ([entry], [latch], [(exit, out)]) = (&entries[..], &latches[..], &exits[..]) else { return None };
        let is_choice = ops::code(module, *exit) == Some(Code::Core(Op::BranchConditional));
        let found = Loop { header, blocks, entry: *entry, latch: *latch, exit: *exit, out: *out };
        (is_choice && module[*exit].successors.len() == 2).then_some(found)
    }

    /// The numbers that are known in each iteration, up to the one in which the loop ends.
    fn iterations(&self, module: &Module) -> Option<Vec<Known>> {
        let args = &module[self.header].args;
        let mut known: Known = Known::default();
        let passed = passed(module, self.entry, self.header)?;
        for (arg, value) in args.iter().zip(passed) {
            known.extend(before(module, value, MOST_NESTED).map(|number| (*arg, number)));
        }
        let condition = *module[self.exit].operands.first()?;
        let back = passed_by(module, self.latch, self.header)?;
        let mut iterations = Vec::new();
        while iterations.len() < MOST_ITERATIONS {
            self.iteration(module, &mut known);
            let goes_first = number(module, &known, condition)? != 0;
            let mut next = Known::default();
            for (arg, value) in args.iter().zip(&back) {
                next.extend(number(module, &known, *value).map(|number| (*arg, number)));
            }
            iterations.push(std::mem::replace(&mut known, next));
            if goes_first == (self.out == 0) {
                return Some(iterations);
            }
        }
        None
    }

    /// Adds what is known of the results of a iteration.
    fn iteration(&self, module: &Module, known: &mut Known) {
        for op in self.blocks.iter().flat_map(|block| &module[*block].ops) {
            if let Some(made) = made(module, *op, |value| number(module, known, value)) {
                known.extend(module[*op].results.first().map(|result| (*result, made)));
            }
        }
    }

    /// Puts the iterations in place of the loop.
    fn replace(&self, module: &mut Module, func: OpId, iterations: &[Known]) {
        let region = module[func].regions[0];
        let heads: Vec<BlockId> = iterations.iter().map(|_| module.add_block(region)).collect();
        let args = module[self.header].args.clone();
        let mut passed = passed(module, self.entry, self.header).unwrap_or_default();
        lead(module, self.entry, self.header, heads[0]);
        let mut last = FxHashMap::default();
        for (iteration, known) in iterations.iter().enumerate() {
            let mut copy = Copy::default();
            copy.blocks.insert(self.header, heads[iteration]);
            for block in self.blocks.iter().skip(1) {
                let new = module.add_block(region);
                copy.blocks.insert(*block, new);
            }
            for (arg, value) in args.iter().zip(passed) {
                let value = match known.get(arg) {
                    Some(bits) => constant(module, heads[iteration], module.type_of(*arg), *bits),
                    None => value,
                };
                copy.values.insert(*arg, value);
            }
            for block in self.blocks.iter().skip(1) {
                copy.args(module, *block);
            }
            for block in &self.blocks {
                self.copy_block(module, &mut copy, known, *block, iteration + 1 == iterations.len());
            }
            let back = passed_by(module, self.latch, self.header).unwrap_or_default();
            passed = back.into_iter().map(|value| copy.value(value)).collect();
            let end = module.terminator(copy.blocks[&self.latch]);
            if let (Some(end), Some(next)) = (end, heads.get(iteration + 1)) {
                lead(module, end, heads[iteration], *next);
            }
            last = copy.values;
        }
        let mut rewrites = Rewrites::default();
        last.into_iter().for_each(|(old, new)| rewrites.replace(old, new));
        rewrites.apply(module, func);
        let entry = module[region].blocks[0];
        module[region].blocks = walk::reverse_post_order(entry, |block| walk::successors(module, block));
    }

    fn copy_block(&self, module: &mut Module, copy: &mut Copy, known: &Known, block: BlockId, is_last: bool) {
        let target = copy.blocks[&block];
        for op in module[block].ops.clone() {
            let result = module[op].results.first().copied();
            if let Some((result, bits)) = result.and_then(|result| Some((result, *known.get(&result)?))) {
                let made = constant(module, target, module.type_of(result), bits);
                copy.values.insert(result, made);
                continue;
            }
            if ops::code(module, op) == Some(Code::Core(Op::LoopMerge)) {
                continue;
            }
            copy.op(module, op, target);
            if let (true, Some(new)) = (op == self.exit, module.terminator(target)) {
                let way = if is_last { self.out } else { 1 - self.out };
                let way = module[new].successors[way].clone();
                module.detach(new);
                super::normalise::jump(module, target, way.block, way.args.to_vec());
            }
        }
    }
}

/// What an op passes to a block.
fn passed(module: &Module, end: OpId, to: BlockId) -> Option<Vec<ValueId>> {
    module[end].successors.iter().find(|way| way.block == to).map(|way| way.args.to_vec())
}

/// What a block passes to another one.
fn passed_by(module: &Module, from: BlockId, to: BlockId) -> Option<Vec<ValueId>> {
    passed(module, module.terminator(from)?, to)
}

/// Makes a way lead to another block, without arguments.
fn lead(module: &mut Module, end: OpId, from: BlockId, to: BlockId) {
    for way in &mut module[end].successors {
        if way.block == from {
            *way = Successor::new(to);
        }
    }
}

/// The width of an integer or a truth value.
fn width(module: &Module, value: ValueId) -> Option<u32> {
    match module.ctx[module.type_of(value)] {
        Type::Int { width, .. } => Some(width),
        _ => None,
    }
}

/// A number that is known in a iteration.
fn number(module: &Module, known: &Known, value: ValueId) -> Option<u64> {
    known.get(&value).copied().or_else(|| width(module, value).and_then(|_| facts::constant(module, value)))
}

/// A number that is known before a loop.
fn before(module: &Module, value: ValueId, left: u32) -> Option<u64> {
    width(module, value)?;
    let op = module.defining_op(value)?;
    if let Some(number) = facts::constant(module, value) {
        return Some(number);
    }
    (left > 0).then(|| made(module, op, |operand| before(module, operand, left - 1)))?
}

/// The result of an op on known numbers.
fn made(module: &Module, op: OpId, known: impl Fn(ValueId) -> Option<u64>) -> Option<u64> {
    let Some(Code::Core(code)) = ops::code(module, op) else { return None };
    let [result] = module[op].results[..] else { return None };
    let (first, wanted) = (*module[op].operands.first()?, width(module, result)?);
    let given = width(module, first)?;
    let operands = module[op].operands.iter().map(|operand| known(*operand));
    fold(code, &operands.collect::<Option<Vec<_>>>()?, given, wanted)?.defined()
}

fn constant(module: &mut Module, block: BlockId, ty: TypeId, bits: u64) -> ValueId {
    let attr = match module.ctx[ty] {
        Type::Int { width: 1, .. } => Attr::Bool(bits != 0),
        Type::Int { width, .. } => Attr::Int { bits: truncate(bits, width), ty },
        _ => Attr::Int { bits, ty },
    };
    let attr = module.ctx.attr(attr);
    let op = module.add_op(ops::mlir(Mlir::Constant));
    module[op].set_attr(attrs::VALUE, attr);
    module.append(block, op);
    module.add_result(op, ty)
}
