//! Numbers of HLSL: what operators and functions make of them.

use base::half;
use interp::debug::{Number, Scalar};

/// A number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Num {
    Bool(bool),
    /// An integer of the given number of bits with a sign, and one without.
    Int(i64, u32),
    Uint(u64, u32),
    Float(f64, u32),
}

impl Num {
    /// The number that bits of a kind are.
    pub(crate) fn of(scalar: &Scalar) -> Num {
        match scalar.number {
            Number::Bool => Num::Bool(scalar.bits & 1 == 1),
            Number::Int { bits, signed: true } => Num::Int(scalar.bits.cast_signed(), bits).wrapped(),
            Number::Int { bits, signed: false } => Num::Uint(scalar.bits, bits).wrapped(),
            Number::Float { bits: 16 } => Num::Float(half::value(scalar.bits as u16), 16),
            Number::Float { bits: 64 } => Num::Float(f64::from_bits(scalar.bits), 64),
            Number::Float { bits } => Num::Float(f32::from_bits(scalar.bits as u32).into(), bits),
        }
    }

    /// Its kind.
    pub(crate) fn number(self) -> Number {
        match self {
            Num::Bool(_) => Number::Bool,
            Num::Int(_, bits) => Number::Int { bits, signed: true },
            Num::Uint(_, bits) => Number::Int { bits, signed: false },
            Num::Float(_, bits) => Number::Float { bits },
        }
    }

    /// Its bits.
    pub(crate) fn bits(self) -> u64 {
        match self {
            Num::Bool(value) => value.into(),
            Num::Int(value, bits) => value.cast_unsigned() & mask(bits),
            Num::Uint(value, bits) => value & mask(bits),
            Num::Float(value, 16) => half::bits(value).into(),
            Num::Float(value, 64) => value.to_bits(),
            Num::Float(value, _) => (value as f32).to_bits().into(),
        }
    }

    pub(crate) fn scalar(self) -> Scalar {
        Scalar { number: self.number(), bits: self.bits(), is_undefined: false }
    }

    pub(crate) fn is_true(self) -> bool {
        match self {
            Num::Bool(value) => value,
            Num::Int(value, _) => value != 0,
            Num::Uint(value, _) => value != 0,
            Num::Float(value, _) => value != 0.0,
        }
    }

    pub(crate) fn as_float(self) -> f64 {
        match self {
            Num::Bool(value) => f64::from(u8::from(value)),
            Num::Int(value, _) => value as f64,
            Num::Uint(value, _) => value as f64,
            Num::Float(value, _) => value,
        }
    }

    fn as_int(self) -> i64 {
        match self {
            Num::Bool(value) => value.into(),
            Num::Int(value, _) => value,
            Num::Uint(value, _) => value.cast_signed(),
            Num::Float(value, _) => value as i64,
        }
    }

    fn as_uint(self) -> u64 {
        match self {
            Num::Float(value, _) => value as u64,
            other => other.as_int().cast_unsigned(),
        }
    }

    /// Its place in an array, if it can be one.
    pub(crate) fn index(self) -> Option<u64> {
        match self {
            Num::Uint(value, _) => Some(value),
            Num::Int(value, _) => u64::try_from(value).ok(),
            Num::Bool(value) => Some(value.into()),
            Num::Float(..) => None,
        }
    }

    /// The number as one of another kind.
    pub(crate) fn converted(self, to: Number) -> Num {
        match to {
            Number::Bool => Num::Bool(self.is_true()),
            Number::Int { bits, signed: true } => Num::Int(self.as_int(), bits).wrapped(),
            Number::Int { bits, signed: false } => Num::Uint(self.as_uint(), bits).wrapped(),
            Number::Float { bits } => Num::Float(self.as_float(), bits).wrapped(),
        }
    }

    /// The number with the room that its kind has.
    fn wrapped(self) -> Num {
        match self {
            Num::Bool(value) => Num::Bool(value),
            Num::Int(value, bits) => {
                let shift = 64 - bits.clamp(1, 64);
                Num::Int(value << shift >> shift, bits)
            }
            Num::Uint(value, bits) => Num::Uint(value & mask(bits), bits),
            Num::Float(value, 16) => Num::Float(half::value(half::bits(value)), 16),
            Num::Float(value, 64) => Num::Float(value, 64),
            Num::Float(value, bits) => Num::Float((value as f32).into(), bits),
        }
    }
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The kind that two operands of arithmetic have in common.
pub(crate) fn common(a: Number, b: Number) -> Number {
    let rank = |number: Number| match number {
        Number::Bool => (0, 0),
        Number::Int { bits, signed } => (1, 2 * bits + u32::from(!signed)),
        Number::Float { bits } => (2, bits),
    };
    let wider = if rank(a) >= rank(b) { a } else { b };
    if wider == Number::Bool { Number::Int { bits: 32, signed: true } } else { wider }
}

/// Operators on two numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
}

/// The value of an operator; nothing where there is none.
pub(crate) fn arithmetic(op: Arithmetic, a: Num, b: Num) -> Option<Num> {
    let to = common(a.number(), b.number());
    Some(match (a.converted(to), b.converted(to)) {
        (Num::Float(a, bits), Num::Float(b, _)) => {
            let value = match op {
                Arithmetic::Add => a + b,
                Arithmetic::Sub => a - b,
                Arithmetic::Mul => a * b,
                Arithmetic::Div => a / b,
                Arithmetic::Rem => a % b,
                Arithmetic::And | Arithmetic::Or | Arithmetic::Xor => return None,
            };
            // A double holds sums, products and quotients of floats well enough to be rounded once more.
            Num::Float(value, bits).wrapped()
        }
        (Num::Int(a, bits), Num::Int(b, _)) => Num::Int(integers(op, a.into(), b.into())? as i64, bits).wrapped(),
        (Num::Uint(a, bits), Num::Uint(b, _)) => Num::Uint(integers(op, a.into(), b.into())? as u64, bits).wrapped(),
        _ => return None,
    })
}

fn integers(op: Arithmetic, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a.wrapping_mul(b),
        Arithmetic::Div => a.checked_div(b)?,
        Arithmetic::Rem => a.checked_rem(b)?,
        Arithmetic::And => a & b,
        Arithmetic::Or => a | b,
        Arithmetic::Xor => a ^ b,
    })
}

/// A shift by an amount modulo the width.
pub(crate) fn shifted(value: Num, amount: Num, is_left: bool) -> Option<Num> {
    let by = amount.as_int();
    Some(match value.converted(common(value.number(), Number::Bool)) {
        Num::Int(value, bits) => {
            let by = by.rem_euclid(bits.into()) as u32;
            Num::Int(if is_left { value << by } else { value >> by }, bits).wrapped()
        }
        Num::Uint(value, bits) => {
            let by = by.rem_euclid(bits.into()) as u32;
            Num::Uint(if is_left { value << by } else { value >> by }, bits).wrapped()
        }
        Num::Bool(_) | Num::Float(..) => return None,
    })
}

/// The order of two numbers; nothing where one is none.
pub(crate) fn compared(a: Num, b: Num) -> Option<std::cmp::Ordering> {
    let to = common(a.number(), b.number());
    match (a.converted(to), b.converted(to)) {
        (Num::Float(a, _), Num::Float(b, _)) => a.partial_cmp(&b),
        (Num::Int(a, _), Num::Int(b, _)) => Some(a.cmp(&b)),
        (Num::Uint(a, _), Num::Uint(b, _)) => Some(a.cmp(&b)),
        _ => None,
    }
}

/// A function of a number that floats become first.
pub(crate) fn of_float(value: Num, function: impl Fn(f64) -> f64) -> Num {
    let bits = if let Num::Float(_, bits) = value { bits } else { 32 };
    Num::Float(function(value.as_float()), bits).wrapped()
}

/// The negative number.
pub(crate) fn negated(value: Num) -> Num {
    match value.converted(common(value.number(), Number::Bool)) {
        Num::Int(value, bits) => Num::Int(value.wrapping_neg(), bits).wrapped(),
        Num::Uint(value, bits) => Num::Uint(value.wrapping_neg(), bits).wrapped(),
        Num::Float(value, bits) => Num::Float(-value, bits),
        Num::Bool(value) => Num::Bool(value),
    }
}

/// The number with all bits turned round.
pub(crate) fn inverted(value: Num) -> Option<Num> {
    match value.converted(common(value.number(), Number::Bool)) {
        Num::Int(value, bits) => Some(Num::Int(!value, bits).wrapped()),
        Num::Uint(value, bits) => Some(Num::Uint(!value, bits).wrapped()),
        Num::Bool(_) | Num::Float(..) => None,
    }
}

/// The form of numbers that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Scalar,
    Vector,
    /// The given number of rows.
    Matrix(u32),
}

/// Numbers that belong together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Numbers {
    pub(crate) form: Form,
    pub(crate) parts: Vec<Num>,
}

impl Numbers {
    pub(crate) fn scalar(value: Num) -> Self {
        Numbers { form: Form::Scalar, parts: vec![value] }
    }

    pub(crate) fn vector(parts: Vec<Num>) -> Self {
        Numbers { form: if parts.len() == 1 { Form::Scalar } else { Form::Vector }, parts }
    }

    /// Each part on its own.
    pub(crate) fn map(&self, each: impl FnMut(Num) -> Option<Num>) -> Option<Self> {
        let parts = self.parts.iter().copied().map(each).collect::<Option<_>>()?;
        Some(Numbers { form: self.form, parts })
    }

    /// The parts of two values by pairs; a scalar goes with all of the other's, and a longer vector is cut.
    pub(crate) fn zip(&self, other: &Self, mut each: impl FnMut(Num, Num) -> Option<Num>) -> Option<Self> {
        let count = match (self.form, other.form) {
            (Form::Scalar, _) => other.parts.len(),
            (_, Form::Scalar) => self.parts.len(),
            _ => self.parts.len().min(other.parts.len()),
        };
        let of = |value: &Self, at: usize| if value.form == Form::Scalar { value.parts[0] } else { value.parts[at] };
        let parts = (0..count).map(|at| each(of(self, at), of(other, at))).collect::<Option<_>>()?;
        let form = if self.form == Form::Scalar { other.form } else { self.form };
        Some(Numbers { form, parts })
    }

    pub(crate) fn first(&self) -> Num {
        self.parts.first().copied().unwrap_or(Num::Bool(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_become_of_one_kind() {
        let int = |value| Num::Int(value, 32);
        assert_eq!(arithmetic(Arithmetic::Add, int(i32::MAX.into()), int(1)), Some(int(i32::MIN.into())));
        assert_eq!(arithmetic(Arithmetic::Sub, int(1), Num::Uint(2, 32)), Some(Num::Uint(u32::MAX.into(), 32)));
        assert_eq!(arithmetic(Arithmetic::Mul, int(3), Num::Float(0.5, 32)), Some(Num::Float(1.5, 32)));
        assert_eq!(arithmetic(Arithmetic::Add, Num::Bool(true), Num::Bool(true)), Some(int(2)));
        assert_eq!(arithmetic(Arithmetic::Div, int(1), int(0)), None);
        assert_eq!(arithmetic(Arithmetic::Div, int(i64::from(i32::MIN)), int(-1)), Some(int(i32::MIN.into())));
        assert_eq!(shifted(Num::Uint(1, 32), int(33), true), Some(Num::Uint(2, 32)));
        assert_eq!(compared(Num::Float(f64::NAN, 32), int(0)), None);
        assert_eq!(Num::Float(0.1, 32).converted(Number::Float { bits: 32 }).bits(), u64::from(0.1f32.to_bits()));
    }
}
