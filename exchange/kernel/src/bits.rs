//! Bit-field, bit-scan and wide-multiply instructions, which only shaders have.

use crate::error::{Result, refuse};
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{OpId, ValueId};
use spirv::{Op, OpenclStd100Op as CLOp};

impl Rewriter<'_> {
    /// Counts bits.
    pub(crate) fn rewrite_bit_count(&mut self, op: OpId) -> Result<()> {
        let value = self.operand(op, 0);
        let (_, ty) = self.result_types(op);
        let count = self.cl_same(CLOp::popcount, &[value]);
        let count = self.resize(count, ty, false);
        self.replace(op, count);
        Ok(())
    }

    /// Shifts. The count may have another width, which translators to LLVM IR take for the same width.
    pub(crate) fn rewrite_shift(&mut self, op: OpId, core: Op) -> Result<()> {
        let (value, distance) = (self.operand(op, 0), self.operand(op, 1));
        let distance = self.resize(distance, self.type_of(value), false);
        let moved = self.same(core, &[value, distance]);
        self.replace(op, moved);
        Ok(())
    }

    /// Reverses bits: neighbours change places, then pairs of them, and so on.
    pub(crate) fn rewrite_reverse(&mut self, op: OpId) -> Result<()> {
        let mut value = self.operand(op, 0);
        let ty = self.type_of(value);
        let width = types::width(&self.module.ctx, ty);
        let mut step = 1;
        while step < width {
            // As many zeros as ones, from the lowest bit on.
            let mask = (0..64).filter(|bit| bit / step % 2 == 0).fold(0u64, |mask, bit| mask | 1 << bit);
            let (mask, shift) = (self.bits(ty, mask), self.bits(ty, u64::from(step)));
            let low = self.same(Op::BitwiseAnd, &[value, mask]);
            let low = self.same(Op::ShiftLeftLogical, &[low, shift]);
            let high = self.same(Op::ShiftRightLogical, &[value, shift]);
            let high = self.same(Op::BitwiseAnd, &[high, mask]);
            value = self.same(Op::BitwiseOr, &[low, high]);
            step *= 2;
        }
        self.replace(op, value);
        Ok(())
    }

    /// As many ones as a count says; all of them where it is the width.
    fn ones(&mut self, like: ValueId, count: ValueId) -> ValueId {
        let ty = self.type_of(like);
        let width = types::width(&self.module.ctx, ty);
        let (one, all, whole) = (self.bits(ty, 1), self.bits(ty, u64::MAX), self.bits(ty, u64::from(width)));
        let power = self.same(Op::ShiftLeftLogical, &[one, count]);
        let below = self.same(Op::ISub, &[power, one]);
        let is_whole = self.compare(Op::UGreaterThanEqual, &[count, whole]);
        self.select(is_whole, all, below)
    }

    /// An offset or a count, for each component of a value.
    fn count_like(&mut self, like: ValueId, count: ValueId) -> ValueId {
        let ty = self.type_of(like);
        let scalar = self.module.ctx.scalar_of(ty);
        let count = self.resize(count, scalar, false);
        self.splat(count, types::lanes(&self.module.ctx, ty))
    }

    /// Extracts a bit field.
    pub(crate) fn rewrite_field(&mut self, op: OpId, core: Op) -> Result<()> {
        let value = self.operand(op, 0);
        let (offset, count) = (self.operand(op, 1), self.operand(op, 2));
        let (offset, count) = (self.count_like(value, offset), self.count_like(value, count));
        let moved = self.same(Op::ShiftRightLogical, &[value, offset]);
        let ones = self.ones(value, count);
        let mut field = self.same(Op::BitwiseAnd, &[moved, ones]);
        if core == Op::BitFieldSExtract {
            // The sign is put above the field: taking it away twice leaves ones there.
            let (one, zero) = (self.word_like(value, 1), self.word_like(value, 0));
            let last = self.same(Op::ISub, &[count, one]);
            let sign = self.same(Op::ShiftLeftLogical, &[one, last]);
            let is_none = self.compare(Op::IEqual, &[count, zero]);
            let sign = self.select(is_none, zero, sign);
            field = self.same(Op::BitwiseXor, &[field, sign]);
            field = self.same(Op::ISub, &[field, sign]);
        }
        self.replace(op, field);
        Ok(())
    }

    /// Inserts a bit field.
    pub(crate) fn rewrite_insert(&mut self, op: OpId) -> Result<()> {
        let (base, insert) = (self.operand(op, 0), self.operand(op, 1));
        let (offset, count) = (self.operand(op, 2), self.operand(op, 3));
        let (offset, count) = (self.count_like(base, offset), self.count_like(base, count));
        let ones = self.ones(base, count);
        let own = self.same(Op::BitwiseAnd, &[insert, ones]);
        let own = self.same(Op::ShiftLeftLogical, &[own, offset]);
        let hole = self.same(Op::ShiftLeftLogical, &[ones, offset]);
        let hole = self.same(Op::Not, &[hole]);
        let rest = self.same(Op::BitwiseAnd, &[base, hole]);
        let value = self.same(Op::BitwiseOr, &[rest, own]);
        self.replace(op, value);
        Ok(())
    }

    fn word_like(&mut self, value: ValueId, bits: u64) -> ValueId {
        let ty = self.type_of(value);
        self.bits(ty, bits)
    }

    /// Sums, differences and products with their carry, borrow or high part.
    pub(crate) fn rewrite_extended(&mut self, op: OpId, core: Op) -> Result<()> {
        let (a, b) = (self.operand(op, 0), self.operand(op, 1));
        let (one, zero) = (self.word_like(a, 1), self.word_like(a, 0));
        let (low, high) = match core {
            Op::IAddCarry => {
                let sum = self.same(Op::IAdd, &[a, b]);
                let over = self.compare(Op::ULessThan, &[sum, a]);
                (sum, self.select(over, one, zero))
            }
            Op::ISubBorrow => {
                let difference = self.same(Op::ISub, &[a, b]);
                let under = self.compare(Op::ULessThan, &[a, b]);
                (difference, self.select(under, one, zero))
            }
            Op::UMulExtended => (self.same(Op::IMul, &[a, b]), self.cl_same(CLOp::u_mul_hi, &[a, b])),
            Op::SMulExtended => (self.same(Op::IMul, &[a, b]), self.cl_same(CLOp::s_mul_hi, &[a, b])),
            _ => return refuse("this wide operation is not supported in kernels"),
        };
        let (_, ty) = self.result_types(op);
        let value = self.construct(&[low, high], ty);
        self.replace(op, value);
        Ok(())
    }

    /// Dot products of integers, packed in words or not.
    pub(crate) fn rewrite_int_dot(&mut self, op: OpId, core: Op) -> Result<()> {
        let (_, ty) = self.result_types(op);
        let signs = match core {
            Op::SDot | Op::SDotAccSat => [true, true],
            Op::UDot | Op::UDotAccSat => [false, false],
            _ => [true, false],
        };
        let mut factors = Vec::new();
        for (at, is_signed) in signs.into_iter().enumerate() {
            let value = self.operand(op, at);
            factors.push(self.integers(value, ty, is_signed));
        }
        let mut sum = self.bits(ty, 0);
        for (a, b) in factors[0].clone().into_iter().zip(factors[1].clone()) {
            let product = self.same(Op::IMul, &[a, b]);
            sum = self.same(Op::IAdd, &[sum, product]);
        }
        if matches!(core, Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat) {
            let accumulator = self.operand(op, 2);
            let add = if signs[0] { CLOp::s_add_sat } else { CLOp::u_add_sat };
            sum = self.cl(add, &[sum, accumulator], ty);
        }
        self.replace(op, sum);
        Ok(())
    }

    /// The components of a vector of integers, or the four bytes of a word, each as a type.
    fn integers(&mut self, value: ValueId, ty: dialect::ir::TypeId, is_signed: bool) -> Vec<ValueId> {
        if types::lanes(&self.module.ctx, self.type_of(value)) > 1 {
            let parts = self.components(value);
            return parts.into_iter().map(|part| self.resize(part, ty, is_signed)).collect();
        }
        let shift = if is_signed { Op::ShiftRightArithmetic } else { Op::ShiftRightLogical };
        let down = self.word(24);
        let mut parts = Vec::new();
        for at in 0..4 {
            let up = self.word(24 - 8 * at);
            let part = self.same(Op::ShiftLeftLogical, &[value, up]);
            let part = self.same(shift, &[part, down]);
            parts.push(self.resize(part, ty, is_signed));
        }
        parts
    }
}
