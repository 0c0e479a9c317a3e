//! Blocks in which lanes access groupshared elements at a long stride, or at one that only run time knows, as in the levels of
//! a tree of sums: a loop over the active lanes with scalar accesses, which takes a quarter of the time of gathers and scatters on
//! AMD's Zen 4, and far less where few lanes are active.
//!
//! The active lanes must be the first ones, and their indices in range: then addresses just grow by the stride. Where both are
//! known there is no other code; otherwise a test decides, and other lanes run together, as do those whose elements are as
//! near to each other as the constants of the index say.

use super::memory;
use crate::error::Result;
use crate::facts;
use crate::lowering::lockstep::Mode;
use crate::lowering::{Block, Lowering};
use crate::spirv_to_llvm;
use crate::spmd::flow::Role;
use crate::spmd::uniform_regions::UniformRegions;
use base::ids::Set;
use dialect::ir::{BlockId, OpId, Successor, Type, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::facts as module_facts;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::SpirvType;
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// The limit of the depth of index expressions.
const MOST_SUMS: u32 = 16;
/// The limit of ops in such a block.
const MOST_OPS: usize = 64;
/// The cost of a gather or scatter for each lane, in scalar operations.
const OPS_OF_ACCESS: u64 = 2;
/// The operations that a function counts as.
const OPS_OF_FUNCTION: u64 = 8;
/// Elements up to this far from each other are accessed by vectors and shuffles,
const MOST_NEAR: u64 = 4;
/// except those of few lanes.
const FEW_LANES: u32 = 2;
/// The lanes in an iteration of a loop over a known number of them.
const LANES_OF_TURN: u32 = 4;
/// The width of an index in bits.
const INDEX_BITS: u32 = 32;

/// Indices of the lanes, as 32-bit numbers with a constant difference modulo their range.
#[derive(Clone, Copy)]
struct Line {
    first: ValueId,
    step: ValueId,
    /// The step with factors that are not constant replaced by 1.
    unit: u64,
    /// The index of the first lane of the workgroup, where it is known.
    start: Option<u64>,
}

/// A block whose lanes may run one after the other.
pub(super) struct Strided {
    /// The ops of a lane without those that only compute indices.
    ops: Vec<OpId>,
    /// The indices of all accesses, with the last one that is in range.
    lines: Vec<(ValueId, Line, u64)>,
    /// The values from outside of the block.
    outside: Vec<ValueId>,
    /// The number of active lanes, where that is known and all indices are in range.
    pub(super) fixed: Option<u32>,
}

impl Strided {
    /// Examines a block by its ops without its terminator.
    pub(super) fn find(
        lowering: &mut Lowering<'_>,
        block: BlockId,
        role: Role,
        ops: &[OpId],
    ) -> Result<Option<Strided>> {
        if ops.len() > MOST_OPS
            || !lowering.known.source[block].args.is_empty()
            || is_used_elsewhere(lowering, block, ops)?
        {
            return Ok(None);
        }
        let mut indices = Vec::new();
        for op in ops {
            match access(lowering, *op) {
                Some(pointer) => match index_of(lowering, pointer)? {
                    Some(index) if !lowering.is_volatile(*op, pointer) => indices.push(index),
                    _ => return Ok(None),
                },
                None if is_plain(lowering, *op) => {}
                None => return Ok(None),
            }
        }
        let (needed, outside) = needed(lowering, ops);
        if !is_mostly_access(lowering, &needed) {
            return Ok(None);
        }
        let mut lines: Vec<(ValueId, Line, u64)> = Vec::new();
        for (index, last) in indices {
            let known = lines.iter().find(|(known, _, _)| *known == index).map(|(_, line, _)| *line);
            let line = match known {
                Some(line) => Some(line),
                None => line(lowering, block, index, MOST_SUMS)?,
            };
            let Some(line) = line else { return Ok(None) };
            lines.push((index, line, last));
        }
        let pays = lines.iter().any(|(_, line, _)| lowering.b.const_of(line.step).is_none_or(|step| step > MOST_NEAR));
        let fixed = lowering.fixed(block, role, &lines)?;
        let pays = match fixed {
            Some(count) => pays || count <= FEW_LANES,
            None => pays && role == Role::Zone,
        };
        Ok(pays.then_some(Strided { ops: needed, lines, outside, fixed }))
    }

    /// The number of active lanes, and the condition under which they run one after the other.
    pub(super) fn condition(&self, lowering: &mut Lowering<'_>) -> Result<(ValueId, ValueId)> {
        let (mask, i64, one) = (lowering.wide()?.mask, lowering.b.int(64), lowering.b.i64(1));
        let bits = lowering.b.bits(mask);
        let ty = lowering.b.type_of(bits);
        let [ones, none] = [u64::MAX, 0].map(|bits| lowering.b.iconst(ty, bits));
        let others = lowering.b.binary(Opcode::Xor, bits, ones);
        let count = lowering.b.math_defined(Intrinsic::Cttz, others);
        let count = lowering.b.int_cast(count, i64, false);
        let unit = lowering.b.iconst(ty, 1);
        let behind = lowering.b.add(bits, unit);
        let holes = lowering.b.binary(Opcode::And, bits, behind);
        let mut holds = lowering.b.icmp(IntPredicate::Eq, holes, none);
        let far = lowering.b.binary(Opcode::Sub, count, one);
        for (_, line, last) in &self.lines {
            let [first, step] = line.widened(lowering);
            let way = lowering.b.mul(far, step);
            let end = lowering.b.add(first, way);
            let last = lowering.b.i64(*last);
            for place in [first, end] {
                let is_inside = lowering.b.icmp(IntPredicate::Ule, place, last);
                holds = lowering.b.binary(Opcode::And, holds, is_inside);
            }
        }
        let unknown = self.lines.iter().find(|(_, line, _)| lowering.b.const_of(line.step).is_none());
        if let Some((_, line, _)) = unknown {
            let unit = lowering.b.iconst(lowering.b.type_of(line.step), line.unit);
            let is_apart = lowering.b.icmp(IntPredicate::Ne, line.step, unit);
            holds = lowering.b.binary(Opcode::And, holds, is_apart);
        }
        Ok((count, holds))
    }

    /// Runs the block for the first lanes, whose number is known, one after the other.
    pub(super) fn run_fixed(&self, lowering: &mut Lowering<'_>, count: u32) -> Result<()> {
        let at_once = match count {
            1..=LANES_OF_TURN => count,
            _ if count.is_multiple_of(LANES_OF_TURN) => LANES_OF_TURN,
            _ => 1,
        };
        let (count, done) = (lowering.b.i64(u64::from(count)), lowering.b.new_block(&[]));
        self.run(lowering, count, at_once, done)?;
        lowering.b.block = done;
        Ok(())
    }

    /// The uniform values from outside of the block; the others are laid out.
    fn uniform(&self, lowering: &mut Lowering<'_>) -> Result<FxHashMap<ValueId, ValueId>> {
        let mut uniform = FxHashMap::default();
        for value in &self.outside {
            match lowering.varies(*value)? {
                true => lowering.lay_out(*value)?,
                false => _ = uniform.insert(*value, lowering.natural(*value)?),
            }
        }
        Ok(uniform)
    }

    /// Runs the block for the first lanes, one after the other, and goes on in another block.
    pub(super) fn run_counted(&self, lowering: &mut Lowering<'_>, count: ValueId, done: BlockId) -> Result<()> {
        self.run(lowering, count, 1, done)
    }

    /// Runs a number of lanes, several in each iteration of a loop.
    fn run(&self, lowering: &mut Lowering<'_>, count: ValueId, at_once: u32, done: BlockId) -> Result<()> {
        let uniform = self.uniform(lowering)?;
        let (i64, zero, step) = (lowering.b.int(64), lowering.b.i64(0), lowering.b.i64(u64::from(at_once)));
        let body = lowering.b.new_block(&[i64]);
        lowering.b.br(body, &[zero]);
        lowering.b.block = body;
        let lane = lowering.b.args(body)[0];
        let starts = self.starts(lowering, lane);
        for behind in 0..at_once {
            let behind = lowering.b.i64(u64::from(behind));
            self.one(lowering, &starts, [lane, behind], uniform.clone())?;
        }
        lowering.clear_rows()?;
        let next = lowering.b.add(lane, step);
        let more = lowering.b.icmp(IntPredicate::Ult, next, count);
        lowering.b.cond_br(more, Successor { block: body, args: [next].into() }, Successor::new(done));
        Ok(())
    }

    /// The index of each access of a lane, and the step to that of the next one.
    fn starts(&self, lowering: &mut Lowering<'_>, lane: ValueId) -> Vec<(ValueId, [ValueId; 2])> {
        let mut starts: Vec<(ValueId, [ValueId; 2])> = Vec::new();
        for (index, line, _) in &self.lines {
            if starts.iter().any(|(known, _)| known == index) {
                continue;
            }
            let [first, step] = line.widened(lowering);
            let way = lowering.b.mul(lane, step);
            starts.push((*index, [lowering.b.add(first, way), step]));
        }
        starts
    }

    /// Runs the block for the lane at this distance from the first one of an iteration.
    fn one(
        &self,
        lowering: &mut Lowering<'_>,
        starts: &[(ValueId, [ValueId; 2])],
        [lane, behind]: [ValueId; 2],
        uniform: FxHashMap<ValueId, ValueId>,
    ) -> Result<()> {
        let lane = lowering.b.add(lane, behind);
        let mut places = FxHashMap::default();
        for (index, [start, step]) in starts {
            let way = lowering.b.mul(behind, *step);
            places.insert(*index, lowering.b.add(*start, way));
        }
        let inside = Block { of: lowering.block.of, values: uniform, ..Block::default() };
        let outside = std::mem::replace(&mut lowering.block, inside);
        lowering.wide_mut()?.in_range = places;
        let made = self.of_lane(lowering, lane);
        let wide = lowering.wide_mut()?;
        (wide.in_range, wide.alone) = Default::default();
        lowering.block = outside;
        made
    }

    fn of_lane(&self, lowering: &mut Lowering<'_>, lane: ValueId) -> Result<()> {
        let word = lowering.b.int(32);
        let lane = lowering.b.int_cast(lane, word, false);
        for op in &self.ops {
            lowering.set_fast_math(*op);
            let done = lowering.in_mode(Mode::Lane(lane), |lowering| spirv_to_llvm::lower_op(lowering, *op, &[]));
            lowering.b.set_fastmath(None);
            done.map_err(|error| error.at(lowering.known.source, *op))?;
            let result = lowering.known.source[*op].results.first().copied();
            let wide = lowering.wide_mut()?;
            if let (Some(result), Some(made)) = (result, wide.made.pop()) {
                wide.alone.insert(result, made);
            }
        }
        Ok(())
    }
}

impl Line {
    /// The first index and the step in 64 bits.
    fn widened(self, lowering: &mut Lowering<'_>) -> [ValueId; 2] {
        let i64 = lowering.b.int(64);
        [lowering.b.int_cast(self.first, i64, false), lowering.b.int_cast(self.step, i64, true)]
    }
}

impl Lowering<'_> {
    /// The number of active lanes of a wave in a block, if it is known, they are the first ones, and no index of any wave
    /// leaves its range.
    fn fixed(&mut self, block: BlockId, role: Role, lines: &[(ValueId, Line, u64)]) -> Result<Option<u32>> {
        let mask = self.wide()?.mask;
        let is_whole = self.is_all(mask);
        let wide = self.wide()?;
        let (lanes, limit) = (wide.lanes, wide.limit);
        let all = match role {
            Role::Zone => {
                let total = u64::from(self.known.workgroup.lanes());
                let bound = |uniform: &UniformRegions| uniform.lanes_of(self.known.source, wide.region, block);
                let count = wide.uniform.as_deref().and_then(bound).map(|count| count.min(total));
                let is_entered_once = wide.variance.flows[wide.region].entries(block) == 1;
                let Some(count) = count.filter(|count| is_entered_once && *count <= u64::from(lanes)) else {
                    return Ok(None);
                };
                if limit > u64::from(lanes) {
                    return Ok(None);
                }
                count
            }
            Role::Plain if is_whole => limit,
            Role::Plain | Role::Join { .. } => return Ok(None),
        };
        let fits = |(_, line, last): &(ValueId, Line, u64)| {
            let end = || {
                let step = self.b.const_of(line.step).filter(|step| *step <= *last)?;
                line.start?.checked_add(step.checked_mul(all.checked_sub(1)?)?)
            };
            end().is_some_and(|end| end <= *last)
        };
        Ok(lines.iter().all(fits).then_some(all.min(u64::from(lanes)) as u32))
    }
}

/// Returns whether other blocks, or the end of this one, use what its ops make.
fn is_used_elsewhere(lowering: &Lowering<'_>, block: BlockId, ops: &[OpId]) -> Result<bool> {
    let (module, wide) = (lowering.known.source, lowering.wide()?);
    let mut at_end = Set::default();
    if let Some(end) = module.terminator(block) {
        at_end.extend(crate::spmd::plan::real_uses(module, end));
    }
    let is_used =
        |value: &ValueId| wide.wants_slot.contains(value) || wide.wants_kept.contains(value) || at_end.contains(value);
    Ok(ops.iter().flat_map(|op| &module[*op].results).any(is_used))
}

/// The pointer of a load or store.
fn access(lowering: &Lowering<'_>, op: OpId) -> Option<ValueId> {
    let module = lowering.known.source;
    let is_access = matches!(ops::code(module, op), Some(Code::Core(Op::Load | Op::Store)));
    let is_remade = module[op].results.first().is_some_and(|value| facts::is_remade(module, *value));
    (is_access && !is_remade).then(|| module[op].operands[0])
}

/// The index of a number in a groupshared array that a pointer leads to, and the last one that is in range.
fn index_of(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<Option<(ValueId, u64)>> {
    let module = lowering.known.source;
    let is_shared = module_facts::storage_of(module, module.type_of(pointer)) == Some(StorageClass::Workgroup);
    if !is_shared || !memory::is_plain(lowering, pointer) {
        return Ok(None);
    }
    let Some(op) = module.defining_op(pointer) else { return Ok(None) };
    let (Some(Code::Core(Op::AccessChain | Op::InBoundsAccessChain)), [base, index]) =
        (ops::code(module, op), module[op].operands.as_slice())
    else {
        return Ok(None);
    };
    let is_index = matches!(module.ctx[module.type_of(*index)], Type::Int { width: INDEX_BITS, .. });
    let Some(start) = module.defining_op(*base) else { return Ok(None) };
    let is_variable = matches!(ops::code(module, start), Some(Code::Mlir(ops::Mlir::AddressOf)));
    let Some((ty, _)) = module_facts::pointer(module, module.type_of(*base)) else { return Ok(None) };
    let Type::Spirv(SpirvType::Array { elem, len, .. }) = &module.ctx[ty] else { return Ok(None) };
    if !is_index || !is_variable || !is_number(lowering, *elem) {
        return Ok(None);
    }
    let len = lowering.known.layouts.array_len(len)?;
    // The range of a signed index ends below that of the check.
    let last = len.checked_sub(1).filter(|last| *last <= i32::MAX as u64);
    Ok(last.map(|last| (*index, last)))
}

fn is_number(lowering: &Lowering<'_>, ty: dialect::ir::TypeId) -> bool {
    matches!(lowering.known.source.ctx[ty], Type::Int { .. } | Type::Float { .. })
}

/// Returns whether an op needs no code, or computes a scalar from scalars.
fn is_plain(lowering: &Lowering<'_>, op: OpId) -> bool {
    let module = lowering.known.source;
    let Some(result) = module[op].results.first().copied() else { return false };
    if facts::is_remade(module, result) {
        return true;
    }
    let all = module[op].operands.iter().copied().chain([result]);
    all.into_iter().all(|value| is_number(lowering, module.type_of(value))) && spirv_to_llvm::is_each(lowering, op)
}

/// The ops that stores need, in order, and the values of other blocks that they use. Those for addresses alone are not needed.
fn needed(lowering: &Lowering<'_>, ops: &[OpId]) -> (Vec<OpId>, Vec<ValueId>) {
    let module = lowering.known.source;
    let (mut values, mut found) = (Set::<ValueId>::default(), Vec::new());
    for op in ops.iter().rev() {
        let is_needed = match ops::code(module, *op) {
            Some(Code::Core(Op::Store)) => true,
            _ => module[*op].results.first().is_some_and(|value| values.contains(value)),
        };
        let is_remade = module[*op].results.first().is_some_and(|value| facts::is_remade(module, *value));
        if !is_needed || is_remade {
            continue;
        }
        found.push(*op);
        values.extend(module[*op].operands.iter().skip(usize::from(access(lowering, *op).is_some())).copied());
    }
    found.reverse();
    let is_outside = |value: &ValueId| {
        let made = module.defining_op(*value);
        !facts::is_remade(module, *value) && made.is_none_or(|made| !ops.contains(&made))
    };
    (found, values.into_iter().filter(is_outside).collect())
}

/// Returns whether scalar accesses gain more than other operations of each lane lose.
fn is_mostly_access(lowering: &Lowering<'_>, ops: &[OpId]) -> bool {
    let (mut gained, mut lost) = (0, 0);
    for op in ops {
        match ops::code(lowering.known.source, *op) {
            Some(Code::Core(Op::Load | Op::Store)) => gained += OPS_OF_ACCESS,
            Some(Code::Core(_)) => lost += 1,
            _ => lost += OPS_OF_FUNCTION,
        }
    }
    lost <= gained
}

/// An index as a line, through at most `left` nested operations.
fn line(lowering: &mut Lowering<'_>, block: BlockId, value: ValueId, left: u32) -> Result<Option<Line>> {
    let module = lowering.known.source;
    if !matches!(module.ctx[module.type_of(value)], Type::Int { width: INDEX_BITS, .. }) || left == 0 {
        return Ok(None);
    }
    if facts::is_remade(module, value) || module.block_of(value) != Some(block) {
        let word = lowering.b.int(INDEX_BITS);
        if lowering.varies(value)? {
            let line = lowering.line_of(value)?;
            return Ok(line.map(|(first, step, start)| Line {
                first,
                step: lowering.b.iconst(word, step),
                unit: step,
                start,
            }));
        }
        let (first, step) = (lowering.natural(value)?, lowering.b.zero(word));
        let start = lowering.b.const_of(first);
        return Ok(Some(Line { first, step, unit: 0, start }));
    }
    let Some(op) = module.defining_op(value) else { return Ok(None) };
    let (code, operands) = (ops::code(module, op), module[op].operands.clone());
    match (code, operands.as_slice()) {
        (Some(Code::Core(Op::CopyObject | Op::Bitcast)), [from]) => line(lowering, block, *from, left - 1),
        (Some(Code::Core(code @ (Op::IAdd | Op::ISub | Op::IMul | Op::ShiftLeftLogical))), [first, second]) => {
            let Some(first) = line(lowering, block, *first, left - 1)? else { return Ok(None) };
            let Some(second) = line(lowering, block, *second, left - 1)? else { return Ok(None) };
            Ok(combined(lowering, code, first, second))
        }
        _ => Ok(None),
    }
}

/// The line of the sum, the difference or the product of two.
fn combined(lowering: &mut Lowering<'_>, code: Op, first: Line, second: Line) -> Option<Line> {
    let is_uniform = |lowering: &Lowering<'_>, line: &Line| lowering.b.const_of(line.step) == Some(0);
    let number = |of: fn(u64, u64) -> u64, first: Option<u64>, second: Option<u64>| {
        Some(of(first?, second?) & u64::from(u32::MAX))
    };
    let mut both = |opcode: Opcode, of: fn(u64, u64) -> u64| {
        let at = lowering.b.binary(opcode, first.first, second.first);
        let step = lowering.b.binary(opcode, first.step, second.step);
        let unit = of(first.unit, second.unit) & u64::from(u32::MAX);
        Some(Line { first: at, step, unit, start: number(of, first.start, second.start) })
    };
    let (line, by) = match code {
        Op::IAdd => return both(Opcode::Add, u64::wrapping_add),
        Op::ISub => return both(Opcode::Sub, u64::wrapping_sub),
        Op::IMul if is_uniform(lowering, &second) => (first, second.first),
        Op::IMul if is_uniform(lowering, &first) => (second, first.first),
        Op::ShiftLeftLogical if is_uniform(lowering, &second) => {
            let bits = lowering.b.const_of(second.first).filter(|bits| *bits < u64::from(INDEX_BITS))?;
            let word = lowering.b.int(INDEX_BITS);
            (first, lowering.b.iconst(word, 1 << bits))
        }
        _ => return None,
    };
    let (factor, known) = (lowering.b.const_of(by).unwrap_or(1), lowering.b.const_of(by));
    let at = lowering.b.binary(Opcode::Mul, line.first, by);
    let step = lowering.b.binary(Opcode::Mul, line.step, by);
    let unit = line.unit.wrapping_mul(factor) & u64::from(u32::MAX);
    Some(Line { first: at, step, unit, start: number(u64::wrapping_mul, line.start, known) })
}
