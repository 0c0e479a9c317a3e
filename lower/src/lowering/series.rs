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
        if !is_natural || from.own.is_some() || facts::is_remade(self.source, index) {
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
    fn begun(&mut self, from: &Memory, (index, last): (ValueId, Option<u64>), stride: u64) -> Result<Option<Series>> {
        let Some(most) = self.most(index, last) else { return Ok(None) };
        let Some(first) = self.first_of_count(index, MOST_SUMS)? else { return Ok(None) };
        let number = self.widened_index(first, index);
        let most = self.b.i64(most);
        let holds = self.b.icmp(IntPredicate::Ule, number, most);
        let stride = self.b.i64(stride);
        let bytes = self.b.mul(number, stride);
        Ok(Some(Series { first: self.b.add(from.offset, bytes), holds }))
    }

    /// The same elements of another row, which all lanes choose.
    fn behind(&mut self, series: Series, (index, last): (ValueId, Option<u64>), stride: u64) -> Result<Series> {
        let number = self.natural(index)?;
        let number = self.widened_index(number, index);
        let number = last.map_or(number, |last| self.clamp(number, last));
        let stride = self.b.i64(stride);
        let bytes = self.b.mul(number, stride);
        Ok(Series { first: self.b.add(series.first, bytes), ..series })
    }

    fn widened_index(&mut self, value: ValueId, index: ValueId) -> ValueId {
        let i64 = self.b.int(64);
        let is_signed = self.is_signed(index);
        self.b.int_cast(value, i64, is_signed)
    }

    fn is_signed(&self, index: ValueId) -> bool {
        matches!(self.source.ctx[self.source.type_of(index)], Type::Int { sign: Sign::Signed, .. })
    }

    /// The largest number that the first lane may have, so that neither does the last lane's leave the range of its type
    /// nor the elements that there are.
    fn most(&self, index: ValueId, last: Option<u64>) -> Option<u64> {
        let Type::Int { width, .. } = self.source.ctx[self.source.type_of(index)] else { return None };
        let bits = if self.is_signed(index) || width > 63 { width.min(64) - 1 } else { width };
        let most = (1u64 << bits) - 1;
        last.map_or(most, |last| last.min(most)).checked_sub(u64::from(self.width()) - 1)
    }

    /// The first lane's number, where each lane has one more than the lane before it, as numbers of the type go around.
    fn first_of_count(&mut self, value: ValueId, left: u32) -> Result<Option<ValueId>> {
        let Some(op) = self.source.defining_op(value).filter(|_| left > 0) else { return Ok(None) };
        if let Some((builtin, part)) = variance::builtin_part(self.source, self.interface, op) {
            return self.first_of_builtin(builtin, part.unwrap_or(0), value);
        }
        // What another block has made may be of other rounds.
        if self.source.block_of(value) != self.block.of {
            return Ok(None);
        }
        let (first, second) = match (ops::code(self.source, op), self.source[op].operands.as_slice()) {
            (Some(Code::Core(Op::CopyObject)), [from]) => return self.first_of_count(*from, left - 1),
            (Some(Code::Core(Op::IAdd | Op::ISub)), [first, second]) => (*first, *second),
            _ => return Ok(None),
        };
        let varying = [self.varies(first)?, self.varies(second)?];
        match (ops::code(self.source, op), varying) {
            (Some(Code::Core(code)), [true, false]) => {
                let opcode = if code == Op::ISub { Opcode::Sub } else { Opcode::Add };
                self.moved_count(op, opcode, (first, second), left)
            }
            (Some(Code::Core(Op::IAdd)), [false, true]) => self.moved_count(op, Opcode::Add, (second, first), left),
            _ => Ok(None),
        }
    }

    fn moved_count(
        &mut self,
        op: OpId,
        opcode: Opcode,
        (count, by): (ValueId, ValueId),
        left: u32,
    ) -> Result<Option<ValueId>> {
        let Some(first) = self.first_of_count(count, left - 1)? else { return Ok(None) };
        let is_there = facts::is_remade(self.source, by) || self.block.values.contains_key(&by);
        let result = self.source[op].results.first().map(|value| self.source.type_of(*value));
        if !is_there || result != Some(self.source.type_of(count)) {
            return Ok(None);
        }
        let by = self.natural(by)?;
        let (ty, wanted) = (self.b.type_of(by), self.b.type_of(first));
        Ok((ty == wanted).then(|| self.b.binary(opcode, first, by)))
    }

    /// The same of a builtin of which lanes have numbers that follow each other.
    fn first_of_builtin(&mut self, builtin: BuiltIn, part: u32, value: ValueId) -> Result<Option<ValueId>> {
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
        Ok((self.b.type_of(first) == ty).then_some(first))
    }
}
