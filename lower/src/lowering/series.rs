//! Lanes that choose one element after the other: what tells so before the kernel runs, so that a row of memory is found
//! with a comparison or two, and not with all lanes' offsets.

use super::lockstep::Mode;
use super::place::{Memory, Series};
use super::state::Lowering;
use crate::error::Result;
use crate::facts;
use crate::spmd::variance;
use dialect::ir::types::Sign;
use dialect::ir::{OpId, Type, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::{BuiltIn, Op};

/// Sums of lanes' numbers are followed so far.
const MOST_SUMS: u32 = 16;
/// Lanes that choose every so many elements are followed up to this.
const MOST_APART: u64 = 4;

/// Numbers of lanes, each so much more than that of the lane before it, as numbers of the type go around.
#[derive(Clone, Copy)]
struct Count {
    first: ValueId,
    step: u64,
    /// What the step leaves of what was added to its multiples, as far as that is known.
    rest: u64,
}

impl Lowering<'_> {
    /// What is known of elements of so many bytes that an index of the source chooses, which is kept at or below a last
    /// one where there is such.
    pub(super) fn series(
        &mut self,
        from: &Memory,
        (index, last): (ValueId, Option<u64>),
        stride: u64,
    ) -> Result<Option<Series>> {
        let is_natural = self.function.wide.as_deref().is_some_and(|wide| wide.mode == Mode::Natural);
        if !is_natural || from.own.is_some() {
            return Ok(None);
        }
        let is_one = self.b.lanes(self.b.type_of(from.offset)) == 1;
        match (self.varies(index)?, from.series) {
            (true, _) if is_one => self.begun(from, (index, last), stride),
            (true, _) => Ok(None),
            (false, Some(series)) => self.behind(series, (index, last), stride).map(Some),
            (false, None) => Ok(None),
        }
    }

    /// The elements that lanes choose by themselves.
    fn begun(&mut self, from: &Memory, (index, last): (ValueId, Option<u64>), bytes: u64) -> Result<Option<Series>> {
        if facts::is_remade(self.source, index) {
            return Ok(None);
        }
        let known = self.count(index, MOST_SUMS)?;
        let Some(most) = self.most(index, last, known.map_or(1, |count| count.step)) else { return Ok(None) };
        let (count, follow) = match known {
            Some(count) => (count, None),
            None => self.compared(index)?,
        };
        let rest = self.b.iconst(self.b.type_of(count.first), count.rest);
        let start = self.b.binary(Opcode::Sub, count.first, rest);
        let number = self.widened_index(start, index);
        let most = self.b.i64(most);
        let is_in_range = self.b.icmp(IntPredicate::Ule, number, most);
        let holds = follow.map_or(is_in_range, |follow| self.b.binary(Opcode::And, follow, is_in_range));
        let size = self.b.i64(bytes);
        let start = self.b.mul(number, size);
        let start = self.b.add(from.offset, start);
        let into = bytes.saturating_mul(count.rest);
        let stride = bytes.saturating_mul(count.step);
        Ok(Some(Series { first: self.moved(start, into), holds, stride, into: Some(into) }))
    }

    /// The first lane's number, and whether the others follow it when they run.
    fn compared(&mut self, index: ValueId) -> Result<(Count, Option<ValueId>)> {
        let (all, lanes, zero) = (self.natural(index)?, self.width(), self.b.i32(0));
        let first = self.b.extract(all, zero);
        let (start, counting) = (self.b.splat_of(first, lanes), self.b.counting(self.b.type_of(first), lanes));
        let wanted = self.b.add(start, counting);
        let same = self.b.icmp(IntPredicate::Eq, all, wanted);
        Ok((Count { first, step: 1, rest: 0 }, Some(self.b.all(same))))
    }

    /// The same elements of another row, which all lanes choose, or the same part of each.
    fn behind(&mut self, series: Series, (index, last): (ValueId, Option<u64>), bytes: u64) -> Result<Series> {
        let number = self.natural(index)?;
        let number = self.widened_index(number, index);
        let number = last.map_or(number, |last| self.clamp(number, last));
        let into = self.b.const_of(number).and_then(|number| number.checked_mul(bytes)?.checked_add(series.into?));
        let bytes = self.b.i64(bytes);
        let bytes = self.b.mul(number, bytes);
        Ok(Series { first: self.b.add(series.first, bytes), into, ..series })
    }

    fn widened_index(&mut self, value: ValueId, index: ValueId) -> ValueId {
        let i64 = self.b.int(64);
        let is_signed = self.is_signed(index);
        self.b.int_cast(value, i64, is_signed)
    }

    fn is_signed(&self, index: ValueId) -> bool {
        matches!(self.source.ctx[self.source.type_of(index)], Type::Int { sign: Sign::Signed, .. })
    }

    /// The largest number that the first lane may have, so that neither do those up to where a lane behind the last would
    /// be leave the range of its type nor the elements that there are.
    fn most(&self, index: ValueId, last: Option<u64>, step: u64) -> Option<u64> {
        let Type::Int { width, .. } = self.source.ctx[self.source.type_of(index)] else { return None };
        let bits = if self.is_signed(index) || width > 63 { width.min(64) - 1 } else { width };
        let most = (1u64 << bits) - 1;
        last.map_or(most, |last| last.min(most)).checked_sub(u64::from(self.width()) * step - 1)
    }

    /// What is known of lanes' numbers that count.
    fn count(&mut self, value: ValueId, left: u32) -> Result<Option<Count>> {
        let Some(op) = self.source.defining_op(value).filter(|_| left > 0) else { return Ok(None) };
        if let Some((builtin, part)) = variance::builtin_part(self.source, self.interface, op) {
            return self.count_of_builtin(builtin, part.unwrap_or(0), value);
        }
        // What another block has made may be of other rounds.
        if self.source.block_of(value) != self.block.of {
            return Ok(None);
        }
        let (first, second) = match (ops::code(self.source, op), self.source[op].operands.as_slice()) {
            (Some(Code::Core(Op::CopyObject)), [from]) => return self.count(*from, left - 1),
            (Some(Code::Core(Op::IAdd | Op::ISub | Op::IMul | Op::ShiftLeftLogical)), [first, second]) => {
                (*first, *second)
            }
            _ => return Ok(None),
        };
        let varying = [self.varies(first)?, self.varies(second)?];
        match (ops::code(self.source, op), varying) {
            (Some(Code::Core(code)), [true, false]) => self.changed_count(op, code, (first, second), left),
            (Some(Code::Core(code @ (Op::IAdd | Op::IMul))), [false, true]) => {
                self.changed_count(op, code, (second, first), left)
            }
            _ => Ok(None),
        }
    }

    /// What becomes of numbers that count when the same is done to all of them.
    fn changed_count(
        &mut self,
        op: OpId,
        code: Op,
        (counted, by): (ValueId, ValueId),
        left: u32,
    ) -> Result<Option<Count>> {
        let Some(count) = self.count(counted, left - 1)? else { return Ok(None) };
        let is_there = facts::is_remade(self.source, by) || self.block.values.contains_key(&by);
        let result = self.source[op].results.first().map(|value| self.source.type_of(*value));
        if !is_there || result != Some(self.source.type_of(counted)) {
            return Ok(None);
        }
        let by = self.natural(by)?;
        let (ty, wanted) = (self.b.type_of(by), self.b.type_of(count.first));
        if ty != wanted {
            return Ok(None);
        }
        let number = self.b.const_of(by);
        let (opcode, step, rest) = match code {
            Op::IAdd => (Opcode::Add, Some(count.step), number.map_or(count.rest, |by| count.rest.wrapping_add(by))),
            Op::ISub => (Opcode::Sub, Some(count.step), number.map_or(count.rest, |by| count.rest.wrapping_sub(by))),
            Op::IMul => (Opcode::Mul, number.and_then(|by| by.checked_mul(count.step)), 0),
            _ => (Opcode::Shl, number.and_then(|by| count.step.checked_shl(u32::try_from(by).ok()?)), 0),
        };
        let Some(step) = step.filter(|step| (1..=MOST_APART).contains(step)) else { return Ok(None) };
        Ok(Some(Count { first: self.b.binary(opcode, count.first, by), step, rest: rest % step }))
    }

    /// The same of a builtin of which lanes have numbers that follow each other.
    fn count_of_builtin(&mut self, builtin: BuiltIn, part: u32, value: ValueId) -> Result<Option<Count>> {
        let (workgroup, lanes) = (self.workgroup, self.width());
        let counts = match builtin {
            BuiltIn::LocalInvocationIndex => !workgroup.has_quads,
            BuiltIn::LocalInvocationId | BuiltIn::GlobalInvocationId => {
                part == 0 && !workgroup.has_quads && workgroup.local_size[0].is_multiple_of(lanes)
            }
            _ => false,
        };
        if !counts {
            return Ok(None);
        }
        let parts = self.wide_builtin(builtin)?;
        let (Some(all), zero) = (parts.get(part as usize).copied(), self.b.i32(0)) else { return Ok(None) };
        let first = self.b.extract(all, zero);
        let ty = self.ty(self.source.type_of(value))?;
        Ok((self.b.type_of(first) == ty).then_some(Count { first, step: 1, rest: 0 }))
    }
}
