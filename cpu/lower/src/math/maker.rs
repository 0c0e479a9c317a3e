//! The maker of functions' code: double precision numbers, one or a vector of them, and the ops on them.

use abi::math::Numbers;
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
}

impl Numbers for Maker<'_> {
    type Value = ValueId;

    fn number(&mut self, value: f64) -> ValueId {
        self.b.fconst(self.double, value)
    }

    fn int(&mut self, value: u32) -> ValueId {
        self.b.iconst(self.word, u64::from(value))
    }

    fn add_ints(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.add(x, y)
    }

    fn add(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FAdd, x, y)
    }

    fn sub(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FSub, x, y)
    }

    fn mul(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FMul, x, y)
    }

    fn div(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::FDiv, x, y)
    }

    fn neg(&mut self, x: ValueId) -> ValueId {
        self.b.unary(Opcode::FNeg, x)
    }

    fn fma(&mut self, x: ValueId, y: ValueId, z: ValueId) -> ValueId {
        self.b.math(Intrinsic::Fma, &[x, y, z])
    }

    fn of(&mut self, intrinsic: Intrinsic, x: ValueId) -> ValueId {
        self.b.math(intrinsic, &[x])
    }

    fn with_sign(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.math(Intrinsic::CopySign, &[x, y])
    }

    fn holds(&mut self, predicate: FloatPredicate, x: ValueId, y: ValueId) -> ValueId {
        self.b.fcmp(predicate, x, y)
    }

    fn is(&mut self, x: ValueId, predicate: FloatPredicate, y: f64) -> ValueId {
        let y = self.number(y);
        self.b.fcmp(predicate, x, y)
    }

    fn both(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::And, x, y)
    }

    fn either(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.b.binary(Opcode::Or, x, y)
    }

    fn choose(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        self.b.select(condition, yes, no)
    }

    fn where_any(&mut self, condition: ValueId, value: ValueId, make: impl FnOnce(&mut Self) -> ValueId) -> ValueId {
        let any = self.b.any(condition);
        let (rare, after) = (self.b.new_block(&[]), self.b.new_block(&[self.double]));
        self.b.cond_br(any, Successor::new(rare), Successor { block: after, args: [value].into() });
        self.b.block = rare;
        let made = make(self);
        self.b.br(after, &[made]);
        self.b.block = after;
        self.b.args(after)[0]
    }

    fn where_any_pair(
        &mut self,
        condition: ValueId,
        values: [ValueId; 2],
        make: impl FnOnce(&mut Self) -> [ValueId; 2],
    ) -> [ValueId; 2] {
        let any = self.b.any(condition);
        let (rare, after) = (self.b.new_block(&[]), self.b.new_block(&[self.double; 2]));
        self.b.cond_br(any, Successor::new(rare), Successor { block: after, args: values.into() });
        self.b.block = rare;
        let made = make(self);
        self.b.br(after, &made);
        self.b.block = after;
        let args = self.b.args(after);
        [args[0], args[1]]
    }

    fn whole(&mut self, x: ValueId) -> ValueId {
        let zero = self.number(0.0);
        let is_nan = self.b.fcmp(FloatPredicate::Uno, x, x);
        let x = self.b.select(is_nan, zero, x);
        self.b.cast(Opcode::FPToSI, x, self.word)
    }

    fn has(&mut self, x: ValueId, bits: u32) -> ValueId {
        let (bits, zero) = (self.int(bits), self.int(0));
        let x = self.b.binary(Opcode::And, x, bits);
        self.b.icmp(IntPredicate::Ne, x, zero)
    }

    fn power_of_two(&mut self, exponent: ValueId) -> ValueId {
        let (bias, shift) = (self.int(1023), self.b.iconst(self.long, 52));
        let biased = self.b.binary(Opcode::Add, exponent, bias);
        let biased = self.b.cast(Opcode::ZExt, biased, self.long);
        let bits = self.b.binary(Opcode::Shl, biased, shift);
        self.b.cast(Opcode::Bitcast, bits, self.double)
    }

    fn taken_apart(&mut self, x: ValueId) -> (ValueId, ValueId) {
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

    fn has_sign(&mut self, x: ValueId) -> ValueId {
        let bits = self.b.cast(Opcode::Bitcast, x, self.long);
        let zero = self.b.iconst(self.long, 0);
        self.b.icmp(IntPredicate::Slt, bits, zero)
    }
}
