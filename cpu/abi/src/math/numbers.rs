//! The ops on double precision numbers that functions are made of, and constants: an engine without code computes the
//! same bits with these.

use dialect::llvm::enums::{FloatPredicate, Intrinsic};

/// Ops on numbers, of which there may be several at once.
pub trait Numbers: Sized {
    /// A number, an integer of 32 bits, or a truth.
    type Value: Copy;

    /// A number.
    fn number(&mut self, value: f64) -> Self::Value;
    /// An integer.
    fn int(&mut self, value: u32) -> Self::Value;
    /// The sum of integers.
    fn add_ints(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// `x + y`.
    fn add(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// `x - y`.
    fn sub(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// `x * y`.
    fn mul(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// `x / y`.
    fn div(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// `-x`.
    fn neg(&mut self, x: Self::Value) -> Self::Value;
    /// `x * y + z`, rounded once.
    fn fma(&mut self, x: Self::Value, y: Self::Value, z: Self::Value) -> Self::Value;
    /// What an intrinsic function makes of a number.
    fn of(&mut self, intrinsic: Intrinsic, x: Self::Value) -> Self::Value;
    /// `x` with the sign of `y`.
    fn with_sign(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// Returns whether numbers compare like this.
    fn holds(&mut self, predicate: FloatPredicate, x: Self::Value, y: Self::Value) -> Self::Value;
    /// Returns whether a number compares like this with one that is known.
    fn is(&mut self, x: Self::Value, predicate: FloatPredicate, y: f64) -> Self::Value;
    /// Logical AND.
    fn both(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// Logical OR.
    fn either(&mut self, x: Self::Value, y: Self::Value) -> Self::Value;
    /// One of two values.
    fn choose(&mut self, condition: Self::Value, yes: Self::Value, no: Self::Value) -> Self::Value;
    /// Replaces a value where a condition holds for any of the numbers.
    fn where_any(
        &mut self,
        condition: Self::Value,
        value: Self::Value,
        make: impl FnOnce(&mut Self) -> Self::Value,
    ) -> Self::Value;
    /// Replaces two values where a condition holds for any of the numbers.
    fn where_any_pair(
        &mut self,
        condition: Self::Value,
        values: [Self::Value; 2],
        make: impl FnOnce(&mut Self) -> [Self::Value; 2],
    ) -> [Self::Value; 2];
    /// A whole number of few digits as an integer; 0 where it is none.
    fn whole(&mut self, x: Self::Value) -> Self::Value;
    /// Returns whether an integer has one of these bits.
    fn has(&mut self, x: Self::Value, bits: u32) -> Self::Value;
    /// Two to the power of a small integer.
    fn power_of_two(&mut self, exponent: Self::Value) -> Self::Value;
    /// The exponent of a positive number as a number, and the rest of it, from 1 to 2.
    fn taken_apart(&mut self, x: Self::Value) -> (Self::Value, Self::Value);
    /// Returns whether a number has a sign.
    fn has_sign(&mut self, x: Self::Value) -> Self::Value;

    /// A polynomial, the coefficient of the lowest power first.
    fn polynomial(&mut self, x: Self::Value, coefficients: &[f64]) -> Self::Value {
        let mut coefficients = coefficients.iter().rev();
        let mut sum = self.number(coefficients.next().copied().unwrap_or_default());
        for coefficient in coefficients {
            let coefficient = self.number(*coefficient);
            sum = self.fma(sum, x, coefficient);
        }
        sum
    }
}

/// Constants.
pub(super) struct AtHand;

/// A constant: the bits of an `f64`, an integer, or a truth.
#[derive(Clone, Copy)]
pub(super) struct Held(u64);

impl Held {
    pub(super) fn of(number: f64) -> Self {
        Held(number.to_bits())
    }

    pub(super) fn number(self) -> f64 {
        f64::from_bits(self.0)
    }

    fn truth(truth: bool) -> Self {
        Held(u64::from(truth))
    }

    fn word(self) -> u32 {
        self.0 as u32
    }
}

impl Numbers for AtHand {
    type Value = Held;

    fn number(&mut self, value: f64) -> Held {
        Held::of(value)
    }

    fn int(&mut self, value: u32) -> Held {
        Held(value.into())
    }

    fn add_ints(&mut self, x: Held, y: Held) -> Held {
        Held(x.word().wrapping_add(y.word()).into())
    }

    fn add(&mut self, x: Held, y: Held) -> Held {
        Held::of(x.number() + y.number())
    }

    fn sub(&mut self, x: Held, y: Held) -> Held {
        Held::of(x.number() - y.number())
    }

    fn mul(&mut self, x: Held, y: Held) -> Held {
        Held::of(x.number() * y.number())
    }

    fn div(&mut self, x: Held, y: Held) -> Held {
        Held::of(x.number() / y.number())
    }

    fn neg(&mut self, x: Held) -> Held {
        Held::of(-x.number())
    }

    fn fma(&mut self, x: Held, y: Held, z: Held) -> Held {
        Held::of(x.number().mul_add(y.number(), z.number()))
    }

    fn of(&mut self, intrinsic: Intrinsic, x: Held) -> Held {
        let x = x.number();
        Held::of(match intrinsic {
            Intrinsic::FAbs => x.abs(),
            Intrinsic::Floor => x.floor(),
            Intrinsic::Trunc => x.trunc(),
            Intrinsic::RoundEven => x.round_ties_even(),
            Intrinsic::Sqrt => x.sqrt(),
            _ => f64::NAN,
        })
    }

    fn with_sign(&mut self, x: Held, y: Held) -> Held {
        Held::of(x.number().copysign(y.number()))
    }

    fn holds(&mut self, predicate: FloatPredicate, x: Held, y: Held) -> Held {
        let order = x.number().partial_cmp(&y.number());
        Held::truth(match predicate {
            FloatPredicate::Oeq => order.is_some_and(|order| order.is_eq()),
            FloatPredicate::One => order.is_some_and(|order| order.is_ne()),
            FloatPredicate::Olt => order.is_some_and(|order| order.is_lt()),
            FloatPredicate::Ole => order.is_some_and(|order| order.is_le()),
            FloatPredicate::Ogt => order.is_some_and(|order| order.is_gt()),
            FloatPredicate::Oge => order.is_some_and(|order| order.is_ge()),
            FloatPredicate::Ueq => order.is_none_or(|order| order.is_eq()),
            FloatPredicate::Une => order.is_none_or(|order| order.is_ne()),
            FloatPredicate::Ult => order.is_none_or(|order| order.is_lt()),
            FloatPredicate::Ule => order.is_none_or(|order| order.is_le()),
            FloatPredicate::Ugt => order.is_none_or(|order| order.is_gt()),
            FloatPredicate::Uge => order.is_none_or(|order| order.is_ge()),
            FloatPredicate::Ord => order.is_some(),
            FloatPredicate::Uno => order.is_none(),
        })
    }

    fn is(&mut self, x: Held, predicate: FloatPredicate, y: f64) -> Held {
        self.holds(predicate, x, Held::of(y))
    }

    fn both(&mut self, x: Held, y: Held) -> Held {
        Held(x.0 & y.0)
    }

    fn either(&mut self, x: Held, y: Held) -> Held {
        Held(x.0 | y.0)
    }

    fn choose(&mut self, condition: Held, yes: Held, no: Held) -> Held {
        if condition.0 == 0 { no } else { yes }
    }

    fn where_any(&mut self, condition: Held, value: Held, make: impl FnOnce(&mut Self) -> Held) -> Held {
        if condition.0 == 0 { value } else { make(self) }
    }

    fn where_any_pair(
        &mut self,
        condition: Held,
        values: [Held; 2],
        make: impl FnOnce(&mut Self) -> [Held; 2],
    ) -> [Held; 2] {
        if condition.0 == 0 { values } else { make(self) }
    }

    fn whole(&mut self, x: Held) -> Held {
        Held(u64::from((x.number() as i32).cast_unsigned()))
    }

    fn has(&mut self, x: Held, bits: u32) -> Held {
        Held::truth(x.word() & bits != 0)
    }

    fn power_of_two(&mut self, exponent: Held) -> Held {
        Held(u64::from(exponent.word().wrapping_add(1023)) << 52)
    }

    fn taken_apart(&mut self, x: Held) -> (Held, Held) {
        let exponent = ((x.0 >> 52) as u32).wrapping_sub(1023).cast_signed();
        (Held::of(exponent.into()), Held(x.0 & ((1 << 52) - 1) | 1f64.to_bits()))
    }

    fn has_sign(&mut self, x: Held) -> Held {
        Held::truth(x.number().is_sign_negative())
    }
}
