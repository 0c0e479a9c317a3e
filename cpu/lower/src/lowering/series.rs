//! Contiguous and strided accesses: indices that are an affine function of the lane number are found at compile time, so
//! that a comparison or two at run time are enough, instead of comparing the offsets of all lanes.

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

/// The limit of the depth of index expressions.
const MOST_SUMS: u32 = 16;
/// The limit of the stride between lanes, in elements.
const MOST_APART: u64 = 4;
/// The limit of the step of an index within its expression: byte offsets may be divided by the size of an element later.
const MOST_STEP: u64 = 64;

/// Integers of the lanes with a constant difference from lane to lane, modulo the range of their type.
#[derive(Clone, Copy)]
struct Count {
    first: ValueId,
    step: u64,
    /// The known part of the remainder of `first` by the step.
    rest: u64,
    /// The run-time condition for the series; `None` if it always holds.
    fits: Option<ValueId>,
    /// The bounds of `first`, its value in the first wave and in the last one, where they are known.
    bounds: Option<[u64; 2]>,
    /// True if it is a series only for a certain value of an unknown factor.
    is_guess: bool,
}

/// An operation with a uniform operand, applied to all numbers of a series.
struct Change {
    code: Op,
    by: ValueId,
    /// The uniform operand, where it is constant.
    number: Option<u64>,
}

impl Change {
    /// The opcode, the step and the remainder after the change; `None` if the numbers are no longer a series.
    fn of(&self, count: &Count) -> Option<(Opcode, u64, u64)> {
        let Count { step, rest, .. } = *count;
        let (opcode, step, rest) = match self.code {
            Op::IAdd => (Opcode::Add, step, self.number.map_or(rest, |by| rest.wrapping_add(by))),
            Op::ISub => (Opcode::Sub, step, self.number.map_or(rest, |by| rest.wrapping_sub(by))),
            Op::IMul => (Opcode::Mul, self.number?.checked_mul(step)?, rest.wrapping_mul(self.number?)),
            Op::ShiftLeftLogical => {
                let factor = 1u64.checked_shl(self.number?.try_into().ok()?)?;
                (Opcode::Shl, step.checked_mul(factor)?, rest.wrapping_mul(factor))
            }
            Op::ShiftRightLogical => {
                let parts = 1u64.checked_shl(self.number?.try_into().ok()?)?;
                return step.is_multiple_of(parts).then_some((Opcode::LShr, step / parts, rest / parts));
            }
            _ => return None,
        };
        (1..=MOST_STEP).contains(&step).then(|| (opcode, step, rest % step))
    }

    /// A bound of the first number after the change, unless it overflows.
    fn bound(&self, bound: u64) -> Option<u64> {
        let by = self.number?;
        match self.code {
            Op::IAdd => bound.checked_add(by),
            Op::ISub => bound.checked_sub(by),
            Op::IMul => bound.checked_mul(by),
            Op::ShiftLeftLogical => bound.checked_mul(1u64.checked_shl(by.try_into().ok()?)?),
            Op::ShiftRightLogical => bound.checked_shr(by.try_into().ok()?),
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// The series of elements that an index selects: elements of `stride` bytes, with the index clamped to `last`.
    pub(super) fn series(
        &mut self,
        from: &Memory,
        index: ValueId,
        last: Option<u64>,
        stride: u64,
    ) -> Result<Option<Series>> {
        let is_natural = self.function.wide.as_deref().is_some_and(|wide| wide.mode == Mode::Natural);
        if !is_natural || from.own.is_some() {
            return Ok(None);
        }
        let is_one = self.b.lanes(self.b.type_of(from.offset)) == 1;
        match (self.varies(index)?, from.series) {
            (true, _) if is_one => self.begun(from, index, last, stride),
            (true, _) => Ok(None),
            (false, Some(series)) => self.behind(series, index, last, stride).map(Some),
            (false, None) => Ok(None),
        }
    }

    /// The series of a varying index on a uniform base.
    fn begun(&mut self, from: &Memory, index: ValueId, last: Option<u64>, bytes: u64) -> Result<Option<Series>> {
        if facts::is_remade(self.known.source, index) {
            return Ok(None);
        }
        let known = self.count(index, MOST_SUMS)?.filter(|count| count.step <= MOST_APART);
        let Some(most) = self.most(index, last, known.map_or(1, |count| count.step)) else { return Ok(None) };
        let (count, follow) = match known {
            Some(count) => (count, None),
            None => self.compared(index)?,
        };
        let rest = self.b.iconst(self.b.type_of(count.first), count.rest);
        let start = self.b.binary(Opcode::Sub, count.first, rest);
        let number = self.widened_index(start, index);
        let is_known = count.bounds.is_some_and(|[least, largest]| least >= count.rest && largest - count.rest <= most);
        let is_in_range = match is_known {
            true => {
                let bool = self.b.module.ctx.bool();
                self.b.iconst(bool, 1)
            }
            false => {
                let most = self.b.i64(most);
                self.b.icmp(IntPredicate::Ule, number, most)
            }
        };
        let holds = self.also(follow, is_in_range);
        let holds = self.also(count.fits, holds);
        let size = self.b.i64(bytes);
        let start = self.b.mul(number, size);
        let start = self.b.add(from.offset, start);
        let into = bytes.saturating_mul(count.rest);
        let stride = bytes.saturating_mul(count.step);
        let is_guess = follow.is_some() || count.is_guess;
        Ok(Some(Series { first: self.moved(start, into), holds, stride, into: Some(into), is_guess }))
    }

    /// An unknown index as a series of step 1, with the run-time condition that it is one.
    fn compared(&mut self, index: ValueId) -> Result<(Count, Option<ValueId>)> {
        let (all, lanes, zero) = (self.natural(index)?, self.width(), self.b.i32(0));
        let first = self.b.extract(all, zero);
        let (start, counting) = (self.b.splat_of(first, lanes), self.b.counting(self.b.type_of(first), lanes));
        let wanted = self.b.add(start, counting);
        let same = self.b.icmp(IntPredicate::Eq, all, wanted);
        Ok((Count { first, step: 1, rest: 0, fits: None, bounds: None, is_guess: false }, Some(self.b.all(same))))
    }

    fn also(&mut self, first: Option<ValueId>, second: ValueId) -> ValueId {
        first.map_or(second, |first| self.b.binary(Opcode::And, first, second))
    }

    /// The series after a uniform index: the same elements of another row, or the same part of each element.
    fn behind(&mut self, series: Series, index: ValueId, last: Option<u64>, bytes: u64) -> Result<Series> {
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
        matches!(self.known.source.ctx[self.known.source.type_of(index)], Type::Int { sign: Sign::Signed, .. })
    }

    /// The upper bound of the first lane's index for which the indices of all lanes, and of one more, overflow neither
    /// their type nor the array.
    fn most(&self, index: ValueId, last: Option<u64>, step: u64) -> Option<u64> {
        let Type::Int { width, .. } = self.known.source.ctx[self.known.source.type_of(index)] else { return None };
        let bits = if self.is_signed(index) || width > 63 { width.min(64) - 1 } else { width };
        let most = (1u64 << bits) - 1;
        last.map_or(most, |last| last.min(most)).checked_sub(u64::from(self.width()) * step - 1)
    }

    /// The first lane's number and the step, modulo the range of their type, of a value that always is a series; and the
    /// number of the first lane of all, where it is known.
    pub(crate) fn line_of(&mut self, value: ValueId) -> Result<Option<(ValueId, u64, Option<u64>)>> {
        let count = self.count(value, MOST_SUMS)?;
        Ok(count.filter(|count| count.fits.is_none() && !count.is_guess).map(|count| {
            let start = count.bounds.map(|[least, _]| least);
            (count.first, count.step, start)
        }))
    }

    /// A value as a series, through at most `left` nested operations. They are repeated here, whichever block they are
    /// in: with operands that are uniform here their results are the same.
    fn count(&mut self, value: ValueId, left: u32) -> Result<Option<Count>> {
        let Some(op) = self.known.source.defining_op(value).filter(|_| left > 0) else { return Ok(None) };
        if let Some(part) = variance::builtin_part(self.known.source, self.known.interface, op) {
            return self.count_of_builtin(part.builtin, part.component.unwrap_or(0), value);
        }
        let (first, second) = match (ops::code(self.known.source, op), self.known.source[op].operands.as_slice()) {
            (Some(Code::Core(Op::CopyObject | Op::Bitcast)), [from]) if self.is_as_wide(*from, value) => {
                return self.count(*from, left - 1);
            }
            (
                Some(Code::Core(Op::IAdd | Op::ISub | Op::IMul | Op::ShiftLeftLogical | Op::ShiftRightLogical)),
                [first, second],
            ) => (*first, *second),
            _ => return Ok(None),
        };
        let varying = [self.varies(first)?, self.varies(second)?];
        match (ops::code(self.known.source, op), varying) {
            (Some(Code::Core(code)), [true, false]) => self.changed_count(op, code, first, second, left),
            (Some(Code::Core(code @ (Op::IAdd | Op::IMul))), [false, true]) => {
                self.changed_count(op, code, second, first, left)
            }
            _ => Ok(None),
        }
    }

    /// Returns whether two values are integers of the same width, regardless of their signs.
    fn is_as_wide(&self, first: ValueId, second: ValueId) -> bool {
        let width = |value: ValueId| match self.known.source.ctx[self.known.source.type_of(value)] {
            Type::Int { width, .. } => Some(width),
            _ => None,
        };
        width(first).is_some() && width(first) == width(second)
    }

    /// The series that results from an operation with a uniform operand.
    fn changed_count(&mut self, op: OpId, code: Op, counted: ValueId, by: ValueId, left: u32) -> Result<Option<Count>> {
        let Some(count) = self.count(counted, left - 1)? else { return Ok(None) };
        let result = self.known.source[op].results.first().map(|value| self.known.source.type_of(*value));
        if result != Some(self.known.source.type_of(counted)) {
            return Ok(None);
        }
        let Some(by) = self.uniform(by, left - 1)?.filter(|by| self.b.type_of(*by) == self.b.type_of(count.first))
        else {
            return Ok(None);
        };
        if code == Op::IMul && self.b.const_of(by).is_none() {
            return Ok(Some(self.times_one(count, by)));
        }
        let change = Change { code, by, number: self.b.const_of(by) };
        let Some((opcode, step, rest)) = change.of(&count) else { return Ok(None) };
        let fits = match opcode {
            Opcode::LShr => Some(self.without_end(&count)),
            _ => count.fits,
        };
        let first = self.b.binary(opcode, count.first, change.by);
        let all = self.largest_of(first);
        let bound = |bound: u64| change.bound(bound).filter(|bound| *bound <= all);
        let bounds = count.bounds.and_then(|[least, largest]| Some([bound(least)?, bound(largest)?]));
        Ok(Some(Count { first, step, rest, fits, bounds, is_guess: count.is_guess }))
    }

    /// A series times an unknown number, in case that is one: in trees of sums the elements of half of all waves are as
    /// far from each other as in the first step, where all lanes take part.
    fn times_one(&mut self, count: Count, by: ValueId) -> Count {
        let one = self.b.iconst(self.b.type_of(by), 1);
        let is_one = self.b.icmp(IntPredicate::Eq, by, one);
        Count { fits: Some(self.also(count.fits, is_one)), is_guess: true, ..count }
    }

    /// A uniform integer in the current block, through at most `left` nested operations.
    fn uniform(&mut self, value: ValueId, left: u32) -> Result<Option<ValueId>> {
        let Some(op) = self.known.source.defining_op(value) else { return Ok(self.block.values.get(&value).copied()) };
        let is_builtin = variance::builtin_part(self.known.source, self.known.interface, op).is_some();
        if self.block.values.contains_key(&value) || facts::is_remade(self.known.source, value) || is_builtin {
            return self.natural(value).map(Some);
        }
        let (opcode, first, second) =
            match (ops::code(self.known.source, op), self.known.source[op].operands.as_slice()) {
                (Some(Code::Core(Op::IAdd)), [first, second]) => (Opcode::Add, *first, *second),
                (Some(Code::Core(Op::ISub)), [first, second]) => (Opcode::Sub, *first, *second),
                (Some(Code::Core(Op::IMul)), [first, second]) => (Opcode::Mul, *first, *second),
                _ => return Ok(None),
            };
        if left == 0 || self.varies(first)? || self.varies(second)? {
            return Ok(None);
        }
        let Some(first) = self.uniform(first, left - 1)? else { return Ok(None) };
        let Some(second) = self.uniform(second, left - 1)? else { return Ok(None) };
        let scalar = self.ty(self.known.source.type_of(value))?;
        if [first, second].iter().any(|operand| self.b.type_of(*operand) != scalar) {
            return Ok(None);
        }
        let made = self.b.binary(opcode, first, second);
        self.block.values.insert(value, made);
        Ok(Some(made))
    }

    /// The largest number of a value's type, unsigned.
    fn largest_of(&self, number: ValueId) -> u64 {
        u64::MAX >> (64 - self.b.width(self.b.type_of(number)).clamp(1, 64))
    }

    /// The condition that no lane's number wraps around: a division is linear only then.
    fn without_end(&mut self, count: &Count) -> ValueId {
        let all = self.largest_of(count.first);
        let most = all.saturating_sub(count.step * u64::from(self.width() - 1));
        let most = self.b.iconst(self.b.type_of(count.first), most);
        let ends = self.b.icmp(IntPredicate::Ule, count.first, most);
        self.also(count.fits, ends)
    }

    /// The series of a built-in variable that counts lanes.
    fn count_of_builtin(&mut self, builtin: BuiltIn, part: u32, value: ValueId) -> Result<Option<Count>> {
        let (workgroup, lanes) = (self.known.workgroup, self.width());
        let is_row = part == 0 && workgroup.local_size[0].is_multiple_of(lanes);
        let count = match builtin {
            _ if workgroup.has_quads => return Ok(None),
            BuiltIn::LocalInvocationIndex => Some(workgroup.lanes().next_multiple_of(lanes)),
            BuiltIn::LocalInvocationId if is_row => Some(workgroup.local_size[0]),
            BuiltIn::GlobalInvocationId if is_row => None,
            _ => return Ok(None),
        };
        let parts = self.wide_builtin(builtin)?;
        let (Some(all), zero) = (parts.get(part as usize).copied(), self.b.i32(0)) else { return Ok(None) };
        let first = self.b.extract(all, zero);
        let ty = self.ty(self.known.source.type_of(value))?;
        let limit = self.wide()?.limit;
        let is_number = workgroup.local_size[1..] == [1, 1] || builtin == BuiltIn::LocalInvocationIndex;
        let limit = if is_number { limit } else { u64::MAX };
        let bounds = count.map(|count| [0, u64::from(count).min(limit).saturating_sub(u64::from(lanes))]);
        Ok((self.b.type_of(first) == ty).then_some(Count {
            first,
            step: 1,
            rest: 0,
            fits: None,
            bounds,
            is_guess: false,
        }))
    }
}
