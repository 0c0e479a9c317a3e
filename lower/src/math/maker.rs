//! Double precision floats, one or a vector of them, and the ops on them that functions need.

use dialect::ir::{Successor, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

/// A builder with the number of lanes.
pub(super) struct Maker<'m> {
    pub(super) b: &'m mut Builder,
    double: TypeId,
    word: TypeId,
    long: TypeId,
}

impl<'m> Maker<'m> {
    /// For as many numbers as a type has.
    pub(super) fn new(b: &'m mut Builder, like: TypeId) -> Self {
        let (double, word, long) = (b.float(64), b.int(32), b.int(64));
        let [double, word, long] = [double, word, long].map(|scalar| b.module.ctx.with_scalar(like, scalar));
        Maker { b, double, word, long }
    }

    pub(super) fn widened(&mut self, value: ValueId) -> ValueId {
        self.b.cast(Opcode::FPExt, value, self.double)
    }

    pub(super) fn number(&mut self, value: f64) -> ValueId {
        self.b.fconst(self.double, value)
    }

    pub(super) fn int(&mut self, value: u32) -> ValueId {
        self.b.iconst(self.word, u64::from(value))
    }

    pub(super) fn add(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FAdd, x, y)
    }

    pub(super) fn sub(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FSub, x, y)
    }

    pub(super) fn mul(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FMul, x, y)
    }

    pub(super) fn div(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FDiv, x, y)
    }

    pub(super) fn neg(&mut self, x: ValueId) -> ValueId {
        self.b.unary(Opcode::FNeg, x)
    }

    /// `x * y + z`, rounded once.
    pub(super) fn fma(&mut self, x: ValueId, y: ValueId, z: ValueId) -> ValueId {
        self.b.math(Intrinsic::Fma, &[x, y, z])
    }

    pub(super) fn of(&mut self, intrinsic: Intrinsic, x: ValueId) -> ValueId {
        self.b.math(intrinsic, &[x])
    }

    /// `x` with the sign of `y`.
    pub(super) fn with_sign(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.math(Intrinsic::CopySign, &[x, y])
    }

    pub(super) fn holds(&mut self, predicate: FloatPredicate, x: ValueId, y: ValueId) -> ValueId {
        self.b.fcmp(predicate, x, y)
    }

    /// The same with a number.
    pub(super) fn is(&mut self, x: ValueId, predicate: FloatPredicate, y: f64) -> ValueId {
        let y = self.number(y);
        self.b.fcmp(predicate, x, y)
    }

    pub(super) fn both(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::And, x, y)
    }

    pub(super) fn either(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::Or, x, y)
    }

    pub(super) fn choose(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        self.b.select(condition, yes, no)
    }

    /// Replaces a value where a condition holds for any of the numbers.
    pub(super) fn where_any(
        &mut self,
        condition: ValueId,
        value: ValueId,
        make: impl FnOnce(&mut Self) -> ValueId,
    ) -> ValueId {
        let any = self.b.any(condition);
        let (rare, after) = (self.b.new_block(&[]), self.b.new_block(&[self.double]));
        self.b.cond_br(any, Successor::new(rare), Successor { block: after, args: [value].into() });
        self.b.block = rare;
        let made = make(self);
        self.b.br(after, &[made]);
        self.b.block = after;
        self.b.args(after)[0]
    }

    /// A polynomial, the coefficient of the lowest power first.
    pub(super) fn polynomial(&mut self, x: ValueId, coefficients: &[f64]) -> ValueId {
        let mut coefficients = coefficients.iter().rev();
        let mut sum = self.number(coefficients.next().copied().unwrap_or_default());
        for coefficient in coefficients {
            let coefficient = self.number(*coefficient);
            sum = self.fma(sum, x, coefficient);
        }
        sum
    }

    /// A whole number of few digits as an integer; 0 where it is none.
    pub(super) fn whole(&mut self, x: ValueId) -> ValueId {
        let zero = self.number(0.0);
        let is_nan = self.b.fcmp(FloatPredicate::Uno, x, x);
        let x = self.b.select(is_nan, zero, x);
        self.b.cast(Opcode::FPToSI, x, self.word)
    }

    /// Returns whether an integer has one of these bits.
    pub(super) fn has(&mut self, x: ValueId, bits: u32) -> ValueId {
        let (bits, zero) = (self.int(bits), self.int(0));
        let x = self.b.binary(Opcode::And, x, bits);
        self.b.icmp(IntPredicate::Ne, x, zero)
    }

    /// Two to the power of a small integer.
    pub(super) fn power_of_two(&mut self, exponent: ValueId) -> ValueId {
        let (bias, shift) = (self.int(1023), self.b.iconst(self.long, 52));
        let biased = self.b.binary(Opcode::Add, exponent, bias);
        let biased = self.b.cast(Opcode::ZExt, biased, self.long);
        let bits = self.b.binary(Opcode::Shl, biased, shift);
        self.b.cast(Opcode::Bitcast, bits, self.double)
    }

    /// The exponent of a positive number as a number, and the rest of it, from 1 to 2.
    pub(super) fn taken_apart(&mut self, x: ValueId) -> (ValueId, ValueId) {
        let bits = self.b.cast(Opcode::Bitcast, x, self.long);
        let shift = self.b.iconst(self.long, 52);
        let high = self.b.binary(Opcode::LShr, bits, shift);
        let high = self.b.cast(Opcode::Trunc, high, self.word);
        let bias = self.int(1023);
        let exponent = self.b.binary(Opcode::Sub, high, bias);
        let exponent = self.b.cast(Opcode::SIToFP, exponent, self.double);
        let (keep, one) = (self.b.iconst(self.long, (1 << 52) - 1), self.b.iconst(self.long, 1f64.to_bits()));
        let rest = self.b.binary(Opcode::And, bits, keep);
        let rest = self.b.binary(Opcode::Or, rest, one);
        (exponent, self.b.cast(Opcode::Bitcast, rest, self.double))
    }

    /// Returns whether the sign bit of a float is set.
    pub(super) fn has_sign(&mut self, x: ValueId) -> ValueId {
        let bits = self.b.cast(Opcode::Bitcast, x, self.long);
        let zero = self.b.iconst(self.long, 0);
        self.b.icmp(IntPredicate::Slt, bits, zero)
    }
}
