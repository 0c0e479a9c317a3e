//! Classes of floats (`llvm.is.fpclass`), by their bits.

use super::calls::Call;
use super::function::Body;
use super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::{TypeId, ValueId};
use spirv::Op;

/// The classes of numbers with a sign: LLVM's bits of the negative and of the positive ones.
const SIGNED: [(u64, u64, Class); 4] = [
    (1 << 2, 1 << 9, Class::Infinite),
    (1 << 3, 1 << 8, Class::Normal),
    (1 << 4, 1 << 7, Class::Subnormal),
    (1 << 5, 1 << 6, Class::Zero),
];
const SIGNALING: u64 = 1;
const QUIET: u64 = 1 << 1;

#[derive(Clone, Copy)]
enum Class {
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

/// The bits of a float.
struct Bits {
    /// The integers of the same width, and booleans of as many components.
    ty: TypeId,
    truth: TypeId,
    /// All bits but the sign.
    magnitude: ValueId,
    is_negative: ValueId,
    /// The magnitude of infinity, and the number of bits behind the exponent.
    infinity: u64,
    mantissa: u32,
}

impl Body<'_, '_> {
    /// Whether a float is of one of the classes in a mask.
    pub(super) fn class(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let (value, mask) = (self.arg(call, 0)?, u64::from(self.known(call, 1)?));
        let bits = self.bits_of_float(value)?;
        let mut found = self.constant(bits.truth, 0);
        for (negative, positive, class) in SIGNED {
            let is_it = match (mask & negative != 0, mask & positive != 0) {
                (false, false) => continue,
                (true, true) => self.is_of(&bits, class),
                (is_negative, _) => {
                    let is_it = self.is_of(&bits, class);
                    let sign = match is_negative {
                        true => bits.is_negative,
                        false => self.make(Op::LogicalNot, bits.truth, &[bits.is_negative]),
                    };
                    self.make(Op::LogicalAnd, bits.truth, &[is_it, sign])
                }
            };
            found = self.make(Op::LogicalOr, bits.truth, &[found, is_it]);
        }
        if mask & (SIGNALING | QUIET) != 0 {
            let is_it = self.is_not_a_number(&bits, mask);
            found = self.make(Op::LogicalOr, bits.truth, &[found, is_it]);
        }
        Ok(found)
    }

    fn bits_of_float(&mut self, value: ValueId) -> Result<Bits> {
        let from = self.type_of(value);
        let (width, mantissa) = match self.import.out.shape(self.import.out.scalar(from)) {
            Shape::Float(16) if self.import.out.is_brain_float(from) => (16, 7),
            Shape::Float(16) => (16, 10),
            Shape::Float(32) => (32, 23),
            Shape::Float(64) => (64, 52),
            _ => return refuse("only floats have classes"),
        };
        let (int, bool) = (self.import.out.int(width), self.import.out.bool());
        let (ty, truth) = (self.import.out.like(from, int), self.import.out.like(from, bool));
        let highest = u64::MAX >> (65 - width);
        let bits = self.make(Op::Bitcast, ty, &[value]);
        let (zero, all) = (self.constant(ty, 0), self.constant(ty, highest));
        let magnitude = self.make(Op::BitwiseAnd, ty, &[bits, all]);
        let is_negative = self.make(Op::SLessThan, truth, &[bits, zero]);
        let infinity = highest >> mantissa << mantissa;
        Ok(Bits { ty, truth, magnitude, is_negative, infinity, mantissa })
    }

    fn is_of(&mut self, bits: &Bits, class: Class) -> ValueId {
        // Magnitudes from one number up to below another.
        let (from, count) = match class {
            Class::Infinite => (bits.infinity, 1),
            Class::Normal => (1 << bits.mantissa, bits.infinity - (1 << bits.mantissa)),
            Class::Subnormal => (1, (1 << bits.mantissa) - 1),
            Class::Zero => (0, 1),
        };
        self.is_within(bits, from, count)
    }

    fn is_within(&mut self, bits: &Bits, from: u64, count: u64) -> ValueId {
        let (from, count) = (self.constant(bits.ty, from), self.constant(bits.ty, count));
        let distance = self.make(Op::ISub, bits.ty, &[bits.magnitude, from]);
        self.make(Op::ULessThan, bits.truth, &[distance, count])
    }

    fn is_not_a_number(&mut self, bits: &Bits, mask: u64) -> ValueId {
        let half = 1 << (bits.mantissa - 1);
        match (mask & SIGNALING != 0, mask & QUIET != 0) {
            (true, false) => self.is_within(bits, bits.infinity + 1, half - 1),
            (false, _) => self.is_within(bits, bits.infinity + half, half),
            (true, true) => self.is_within(bits, bits.infinity + 1, 2 * half - 1),
        }
    }
}
