//! Constant folding: the values of SPIR-V's ops on scalar constants, each given by its bits and its width.
//!
//! It knows neither modules nor types. Which results a caller wants to rely on (undefined ones, NaN, subnormal numbers) is
//! the caller's policy.

use base::half;
use spirv::Op;

/// The value of an op on constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// The result of the op.
    Defined(u64),
    /// The op is undefined for these operands: the value to use where there must be one.
    Undefined(u64),
}

impl Folded {
    /// The result, if the op is defined for its operands.
    pub fn defined(self) -> Option<u64> {
        match self {
            Folded::Defined(bits) => Some(bits),
            Folded::Undefined(_) => None,
        }
    }

    /// The bits, whether or not the op is defined for its operands.
    pub fn bits(self) -> u64 {
        match self {
            Folded::Defined(bits) | Folded::Undefined(bits) => bits,
        }
    }

    fn when(is_defined: bool, bits: u64) -> Folded {
        if is_defined { Folded::Defined(bits) } else { Folded::Undefined(bits) }
    }
}

/// The value of an op whose operands have this width, as do the bits of its result; none for ops that are not folded.
pub fn fold(op: Op, args: &[u64], width: u32, result: u32) -> Option<Folded> {
    let folded = match *args {
        [a] => int_unary(op, a, width).or_else(|| conversion(op, a, width, result))?,
        [a, b] => int_binary(op, a, b, width)
            .or_else(|| compared(op, a, b, width).map(|known| Folded::Defined(known.into())))
            .or_else(|| float_binary(op, a, b, width).map(Folded::Defined))?,
        _ => return None,
    };
    Some(match folded {
        Folded::Defined(bits) => Folded::Defined(truncate(bits, result)),
        Folded::Undefined(bits) => Folded::Undefined(truncate(bits, result)),
    })
}

/// The low `width` bits.
pub fn truncate(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// The low `width` bits, sign-extended.
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((bits << shift) as i64) >> shift
}

/// The floating-point number with these bits.
pub fn number(bits: u64, width: u32) -> f64 {
    match width {
        64 => f64::from_bits(bits),
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => half::value(bits as u16),
    }
}

/// The bits of a floating-point number, rounded to the width.
pub fn number_bits(value: f64, width: u32) -> u64 {
    match width {
        64 => value.to_bits(),
        32 => u64::from((value as f32).to_bits()),
        _ => u64::from(half::bits(value)),
    }
}

fn int_unary(op: Op, a: u64, width: u32) -> Option<Folded> {
    Some(Folded::Defined(match op {
        Op::SNegate => a.wrapping_neg(),
        Op::Not => !a,
        Op::LogicalNot => u64::from(a == 0),
        Op::BitCount => u64::from(a.count_ones()),
        Op::BitReverse => a.reverse_bits() >> (64 - width),
        Op::FNegate => a ^ 1 << (width - 1),
        _ => return None,
    }))
}

fn conversion(op: Op, a: u64, width: u32, result: u32) -> Option<Folded> {
    let value = || number(a, width);
    Some(Folded::Defined(match op {
        Op::UConvert => a,
        Op::SConvert => sign_extend(a, width) as u64,
        Op::Bitcast if width == result => a,
        Op::ConvertSToF => from_integer(sign_extend(a, width).into(), result),
        Op::ConvertUToF => from_integer(a.into(), result),
        Op::FConvert => number_bits(value(), result),
        Op::QuantizeToF16 => {
            let value = half::value(half::bits(value()));
            number_bits(if value.abs() < half::LEAST_NORMAL { 0f64.copysign(value) } else { value }, result)
        }
        Op::ConvertFToU => {
            let value = value().trunc();
            let most = truncate(u64::MAX, result);
            let is_defined = value >= 0.0 && value < 2f64.powi(result as i32);
            return Some(Folded::when(is_defined, (value as u64).min(most)));
        }
        Op::ConvertFToS => {
            let value = value().trunc();
            let (most, end) = ((truncate(u64::MAX, result) >> 1) as i64, 2f64.powi(result as i32 - 1));
            return Some(Folded::when(value >= -end && value < end, (value as i64).clamp(-most - 1, most) as u64));
        }
        _ => return None,
    }))
}

/// An integer as a floating-point number, rounded once.
fn from_integer(value: i128, width: u32) -> u64 {
    match width {
        32 => u64::from((value as f32).to_bits()),
        _ => number_bits(value as f64, width),
    }
}

/// Integers wrap. Vulkan leaves remainders of negative numbers undefined.
fn int_binary(op: Op, a: u64, b: u64, width: u32) -> Option<Folded> {
    let (x, y) = (sign_extend(a, width), sign_extend(b, width));
    let overflows = y == -1 && x == sign_extend(1 << (width - 1), width);
    let shift = b & u64::from(width - 1);
    let shifted = |bits: u64| Some(Folded::when(b < u64::from(width), bits));
    let is_positive = x >= 0 && y > 0;
    let floored = |rest: i64| if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest };
    Some(Folded::Defined(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::BitwiseAnd | Op::LogicalAnd => a & b,
        Op::BitwiseOr | Op::LogicalOr => a | b,
        Op::BitwiseXor | Op::LogicalNotEqual => a ^ b,
        Op::UDiv => return Some(Folded::when(b != 0, a.checked_div(b).unwrap_or(u64::MAX))),
        Op::UMod => return Some(Folded::when(b != 0, a.checked_rem(b).unwrap_or(u64::MAX))),
        Op::SDiv => return Some(Folded::when(y != 0 && !overflows, x.checked_div(y).map_or(u64::MAX, |n| n as u64))),
        Op::SRem => return Some(Folded::when(is_positive, x.checked_rem(y).unwrap_or(0) as u64)),
        Op::SMod => return Some(Folded::when(is_positive, floored(x.checked_rem(y).unwrap_or(0)) as u64)),
        Op::ShiftLeftLogical => return shifted(a << shift),
        Op::ShiftRightLogical => return shifted(a >> shift),
        Op::ShiftRightArithmetic => return shifted((x >> shift) as u64),
        _ => return None,
    }))
}

fn compared(op: Op, a: u64, b: u64, width: u32) -> Option<bool> {
    let (x, y) = (sign_extend(a, width), sign_extend(b, width));
    Some(match op {
        Op::IEqual | Op::LogicalEqual => a == b,
        Op::INotEqual => a != b,
        Op::ULessThan => a < b,
        Op::ULessThanEqual => a <= b,
        Op::UGreaterThan => a > b,
        Op::UGreaterThanEqual => a >= b,
        Op::SLessThan => x < y,
        Op::SLessThanEqual => x <= y,
        Op::SGreaterThan => x > y,
        Op::SGreaterThanEqual => x >= y,
        _ => return float_compared(op, number(a, width), number(b, width)),
    })
}

fn float_compared(op: Op, a: f64, b: f64) -> Option<bool> {
    let is_unordered = a.is_nan() || b.is_nan();
    Some(match op {
        Op::FOrdEqual => a == b,
        Op::FOrdNotEqual => !is_unordered && a != b,
        Op::FOrdLessThan => a < b,
        Op::FOrdLessThanEqual => a <= b,
        Op::FOrdGreaterThan => a > b,
        Op::FOrdGreaterThanEqual => a >= b,
        Op::FUnordEqual => is_unordered || a == b,
        Op::FUnordNotEqual => a != b,
        Op::FUnordLessThan => is_unordered || a < b,
        Op::FUnordLessThanEqual => is_unordered || a <= b,
        Op::FUnordGreaterThan => is_unordered || a > b,
        Op::FUnordGreaterThanEqual => is_unordered || a >= b,
        _ => return None,
    })
}

/// Computed in double precision and rounded to the width, which gives what a computation in that width gives.
fn float_binary(op: Op, a: u64, b: u64, width: u32) -> Option<u64> {
    let (a, b) = (number(a, width), number(b, width));
    let value = match op {
        Op::FAdd => a + b,
        Op::FSub => a - b,
        Op::FMul => a * b,
        Op::FDiv => a / b,
        _ => return None,
    };
    Some(number_bits(value, width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Folded::{Defined, Undefined};

    #[test]
    fn operations_on_integers_are_those_of_their_width() {
        for (op, args, result, expected) in [
            (Op::IAdd, [0xFFFF_FFFF, 2], 32, Some(Defined(1))),
            (Op::SDiv, [0xFFFF_FFF8, 2], 32, Some(Defined(0xFFFF_FFFC))),
            (Op::UDiv, [7, 0], 32, Some(Undefined(0xFFFF_FFFF))),
            (Op::SDiv, [0x8000_0000, 0xFFFF_FFFF], 32, Some(Undefined(0x8000_0000))),
            (Op::SLessThan, [0xFFFF_FFFF, 0], 1, Some(Defined(1))),
            (Op::ULessThan, [0xFFFF_FFFF, 0], 1, Some(Defined(0))),
            (Op::ShiftLeftLogical, [1, 31], 32, Some(Defined(0x8000_0000))),
            (Op::ShiftLeftLogical, [1, 33], 32, Some(Undefined(2))),
            (Op::SRem, [7, 3], 32, Some(Defined(1))),
            (Op::SMod, [7, 0xFFFF_FFFD], 32, Some(Undefined(0xFFFF_FFFE))),
            (Op::Dot, [0, 0], 32, None),
        ] {
            assert_eq!(fold(op, &args, 32, result), expected, "{op:?}");
        }
        assert_eq!(fold(Op::BitReverse, &[1], 16, 16), Some(Defined(0x8000)));
        assert_eq!(fold(Op::SConvert, &[0xFF], 8, 16), Some(Defined(0xFFFF)));
    }

    #[test]
    fn numbers_are_rounded_to_their_width() {
        let single = |value: f32| u64::from(value.to_bits());
        let run = |op, args: &[f32], width| {
            let args: Vec<u64> = args.iter().map(|value| single(*value)).collect();
            fold(op, &args, 32, width)
        };
        assert_eq!(run(Op::FAdd, &[0.1, 0.2], 32), Some(Defined(single(0.1 + 0.2))));
        assert_eq!(run(Op::FNegate, &[0.0], 32), Some(Defined(single(-0.0))));
        assert_eq!(run(Op::FConvert, &[0.1], 64), Some(Defined(f64::from(0.1f32).to_bits())));
        assert_eq!(run(Op::FConvert, &[65504.0], 16), Some(Defined(0x7BFF)));
        assert_eq!(run(Op::QuantizeToF16, &[1.0e-5], 32), Some(Defined(0)));
        assert_eq!(run(Op::ConvertFToU, &[-3.0], 32), Some(Undefined(0)));
        assert_eq!(run(Op::ConvertFToU, &[-0.5], 32), Some(Defined(0)));
        assert_eq!(run(Op::ConvertFToS, &[-3.5], 32), Some(Defined(0xFFFF_FFFD)));
        assert_eq!(run(Op::ConvertFToS, &[f32::NAN], 32), Some(Undefined(0)));
        // Rounded once: in two steps, by way of double precision, this is a tie.
        assert_eq!(
            fold(Op::ConvertUToF, &[0x0100_0001_0000_0001], 64, 32),
            Some(Defined(single(72_057_602_627_862_530.0)))
        );
    }

    #[test]
    fn comparisons_know_nan() {
        let run = |op, a: f32, b: f32| fold(op, &[a.to_bits().into(), b.to_bits().into()], 32, 1);
        assert_eq!(run(Op::FOrdNotEqual, f32::NAN, 1.0), Some(Defined(0)));
        assert_eq!(run(Op::FUnordNotEqual, f32::NAN, 1.0), Some(Defined(1)));
        assert_eq!(run(Op::FUnordLessThan, f32::NAN, 1.0), Some(Defined(1)));
        assert_eq!(run(Op::FOrdLessThan, f32::NAN, 1.0), Some(Defined(0)));
    }
}
