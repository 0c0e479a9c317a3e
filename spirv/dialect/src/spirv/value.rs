//! The values of instructions on numbers of any width, each given by its bits. What SPIR-V leaves undefined, and what Rust
//! leaves open, is what compiled kernels do.
//!
//! The interpreter runs these functions for each lane: they are `#[inline]`, so that they are compiled where it is.

use base::half;
use spirv::Op as CoreOp;
use std::cmp::Ordering;

/// An op on one component of each operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Op {
    IAdd, ISub, IMul, UDiv, SDiv, UMod, SRem, SMod, SNegate, Carry, Borrow, UMulHigh, SMulHigh,
    FAdd, FSub, FMul, FDiv, FNegate, FMod, Fma, FMin, FMax, Ldexp,
    And, Or, Xor, Not, Shl, Shr, Sar, BitCount, BitReverse, Insert, SExtract, UExtract, LogicalNot, Select,
    SAbs, SSign, UMin, SMin, UMax, SMax, UClamp, SClamp, FindLsb, FindSMsb, FindUMsb,
    Convert(Conversion), Float(FloatOp), Test(Test),
}

/// A conversion to a number of another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Conversion {
    FToU, FToS, SToF, UToF, UConvert, SConvert, FConvert, SatSToU, SatUToS, Quantize,
}

/// A function of floating-point numbers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum FloatOp {
    Round, Trunc, FAbs, FSign, Floor, Ceil, Fract, Radians, Degrees, Sqrt, InverseSqrt, FClamp, Mix, Step, SmoothStep,
}

/// A comparison, or a question about a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Test {
    IEqual, INotEqual, UGreater, SGreater, UGreaterEqual, SGreaterEqual,
    FOrdEqual, FUnordEqual, FOrdNotEqual, FUnordNotEqual, FOrdLess, FUnordLess, FOrdGreater, FUnordGreater,
    FOrdLessEqual, FUnordLessEqual, FOrdGreaterEqual, FUnordGreaterEqual, Ordered, Unordered,
    IsNan, IsInf, IsFinite, IsNormal, SignBit,
}

/// The low bits.
#[inline]
pub fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// An integer with its sign.
#[inline]
pub fn signed(bits: u32, value: u64) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    (value << shift).cast_signed() >> shift
}

/// A number with the bits of a type. Every half and float is a double.
#[inline]
pub fn float(bits: u32, value: u64) -> f64 {
    match bits {
        16 => half::value(value as u16),
        32 => f64::from(f32::from_bits(value as u32)),
        _ => f64::from_bits(value),
    }
}

/// The bits of a number in a type.
#[inline]
pub fn bits_of(bits: u32, value: f64) -> u64 {
    half::bits_in(bits, value)
}

/// Returns whether the bits of a type are NaN.
#[inline]
pub fn is_nan(bits: u32, value: u64) -> bool {
    match bits {
        16 => value & 0x7FFF > 0x7C00,
        32 => value & 0x7FFF_FFFF > 0x7F80_0000,
        _ => value & (u64::MAX >> 1) > 0x7FF0 << 48,
    }
}

/// An op on numbers, rounded once to their type. A sum, product, quotient or root of floats or halves that is rounded to a
/// double first is the same.
macro_rules! rounded {
    ($bits:expr, $a:expr, $b:expr, $op:tt) => {
        match $bits {
            32 => u64::from((f32::from_bits($a as u32) $op f32::from_bits($b as u32)).to_bits()),
            64 => (f64::from_bits($a) $op f64::from_bits($b)).to_bits(),
            bits => bits_of(bits, float(bits, $a) $op float(bits, $b)),
        }
    };
}

/// The sum of numbers.
#[inline]
pub fn fadd(bits: u32, a: u64, b: u64) -> u64 {
    rounded!(bits, a, b, +)
}

/// The difference of numbers.
#[inline]
pub fn fsub(bits: u32, a: u64, b: u64) -> u64 {
    rounded!(bits, a, b, -)
}

/// The product of numbers.
#[inline]
pub fn fmul(bits: u32, a: u64, b: u64) -> u64 {
    rounded!(bits, a, b, *)
}

/// The quotient of numbers.
#[inline]
pub fn fdiv(bits: u32, a: u64, b: u64) -> u64 {
    rounded!(bits, a, b, /)
}

/// The square root of a number.
#[inline]
pub fn sqrt(bits: u32, a: u64) -> u64 {
    match bits {
        32 => u64::from(f32::from_bits(a as u32).sqrt().to_bits()),
        _ => bits_of(bits, float(bits, a).sqrt()),
    }
}

/// A number with the other sign.
#[inline]
pub fn fneg(bits: u32, a: u64) -> u64 {
    a ^ 1 << (bits - 1)
}

/// `a * b + c`, rounded once.
#[inline]
pub fn fma(bits: u32, a: u64, b: u64, c: u64) -> u64 {
    match bits {
        32 => {
            let [a, b, c] = [a, b, c].map(|value| f32::from_bits(value as u32));
            u64::from(a.mul_add(b, c).to_bits())
        }
        _ => bits_of(bits, float(bits, a).mul_add(float(bits, b), float(bits, c))),
    }
}

/// The larger number; the other one where one is NaN, and the second where they are equal.
#[inline]
pub fn fmax(bits: u32, a: u64, b: u64) -> u64 {
    let (x, y) = (float(bits, a), float(bits, b));
    if x.is_nan() || y >= x { b } else { a }
}

/// The smaller number; the other one where one is NaN, and the second where they are equal.
#[inline]
pub fn fmin(bits: u32, a: u64, b: u64) -> u64 {
    let (x, y) = (float(bits, a), float(bits, b));
    if x.is_nan() || y <= x { b } else { a }
}

/// A number as the nearest integer of the given number of bits; 0 for NaN.
#[inline]
fn to_int(to: u32, value: f64, is_signed: bool) -> u64 {
    let value = match (is_signed, to) {
        (true, 64) => (value as i64).cast_unsigned(),
        (false, 64) => value as u64,
        (true, _) => {
            let most = (mask(to) >> 1).cast_signed();
            (value as i64).clamp(-most - 1, most).cast_unsigned()
        }
        (false, _) => (value as u64).min(mask(to)),
    };
    value & mask(to)
}

/// An integer rounded once.
#[inline(always)]
fn of_int(to: u32, value: u64, is_signed: bool) -> u64 {
    match (to, is_signed) {
        (32, true) => u64::from((value.cast_signed() as f32).to_bits()),
        (32, false) => u64::from((value as f32).to_bits()),
        (_, true) => bits_of(to, value.cast_signed() as f64),
        (_, false) => bits_of(to, value as f64),
    }
}

/// Division never traps: by 0 it gives all ones.
#[inline]
fn divide(bits: u32, b: u64, quotient: impl FnOnce() -> u64) -> u64 {
    let ones = mask(bits);
    if b == 0 { ones } else { quotient() & ones }
}

/// The quotient; the least number by -1 gives itself.
#[inline]
fn s_div(bits: u32, a: u64, b: u64) -> u64 {
    divide(bits, b, || signed(bits, a).wrapping_div(signed(bits, b)).cast_unsigned())
}

/// The remainder with the dividend's sign; the least number by -1 has none.
#[inline]
fn s_rem(bits: u32, a: u64, b: u64) -> u64 {
    divide(bits, b, || signed(bits, a).wrapping_rem(signed(bits, b)).cast_unsigned())
}

/// The remainder with the divisor's sign.
#[inline]
fn s_mod(bits: u32, a: u64, b: u64) -> u64 {
    let rest = s_rem(bits, a, b);
    let differ = signed(bits, rest ^ b) < 0;
    if b != 0 && differ && rest != 0 { rest.wrapping_add(b) & mask(bits) } else { rest }
}

/// The remainder with the divisor's sign, of the one with the dividend's.
#[inline]
fn f_mod(bits: u32, rest: u64, b: u64) -> u64 {
    let (value, y) = (float(bits, rest), float(bits, b));
    let is_rest = !value.is_nan() && value != 0.0;
    if (value < 0.0) != (y < 0.0) && is_rest { fadd(bits, rest, b) } else { rest }
}

/// The low `count` bits.
#[inline]
fn field(bits: u32, count: u64) -> u64 {
    if count >= bits.into() { mask(bits) } else { (1u64 << (count & u64::from(bits - 1))).wrapping_sub(1) & mask(bits) }
}

#[inline]
fn ldexp(bits: u32, value: u64, exponent: i64) -> u64 {
    let (fraction, bias) = match bits {
        16 => (10, 15i64),
        32 => (23, 127),
        _ => (52, 1023),
    };
    let mut left = exponent.clamp(-4 * bias, 4 * bias);
    let mut result = value;
    for _ in 0..5 {
        let part = left.clamp(1 - bias, bias);
        left -= part;
        result = fmul(bits, result, ((part + bias).cast_unsigned()) << fraction);
    }
    result
}

/// The op of an instruction on components, and whether its first two operands change places.
pub fn of_core(inst: CoreOp) -> Option<(Op, bool)> {
    let flipped = match inst {
        CoreOp::ULessThan => Some(Test::UGreater),
        CoreOp::SLessThan => Some(Test::SGreater),
        CoreOp::ULessThanEqual => Some(Test::UGreaterEqual),
        CoreOp::SLessThanEqual => Some(Test::SGreaterEqual),
        _ => None,
    };
    match flipped {
        Some(test) => Some((Op::Test(test), true)),
        None => arithmetic(inst).or_else(|| conversion(inst)).or_else(|| comparison(inst)).map(|op| (op, false)),
    }
}

fn arithmetic(inst: CoreOp) -> Option<Op> {
    Some(match inst {
        CoreOp::IAdd => Op::IAdd,
        CoreOp::ISub => Op::ISub,
        CoreOp::IMul => Op::IMul,
        CoreOp::UDiv => Op::UDiv,
        CoreOp::SDiv => Op::SDiv,
        CoreOp::UMod => Op::UMod,
        CoreOp::SRem => Op::SRem,
        CoreOp::SMod => Op::SMod,
        CoreOp::SNegate => Op::SNegate,
        CoreOp::FAdd => Op::FAdd,
        CoreOp::FSub => Op::FSub,
        CoreOp::FMul => Op::FMul,
        CoreOp::FDiv => Op::FDiv,
        CoreOp::FNegate => Op::FNegate,
        CoreOp::FmaKHR => Op::Fma,
        CoreOp::BitwiseAnd | CoreOp::LogicalAnd => Op::And,
        CoreOp::BitwiseOr | CoreOp::LogicalOr => Op::Or,
        CoreOp::BitwiseXor => Op::Xor,
        CoreOp::Not => Op::Not,
        CoreOp::LogicalNot => Op::LogicalNot,
        CoreOp::ShiftLeftLogical => Op::Shl,
        CoreOp::ShiftRightLogical => Op::Shr,
        CoreOp::ShiftRightArithmetic => Op::Sar,
        CoreOp::BitCount => Op::BitCount,
        CoreOp::BitReverse => Op::BitReverse,
        CoreOp::BitFieldInsert => Op::Insert,
        CoreOp::BitFieldSExtract => Op::SExtract,
        CoreOp::BitFieldUExtract => Op::UExtract,
        CoreOp::Select => Op::Select,
        _ => return None,
    })
}

fn conversion(inst: CoreOp) -> Option<Op> {
    let conversion = match inst {
        CoreOp::ConvertFToU => Conversion::FToU,
        CoreOp::ConvertFToS => Conversion::FToS,
        CoreOp::ConvertSToF => Conversion::SToF,
        CoreOp::ConvertUToF => Conversion::UToF,
        CoreOp::UConvert => Conversion::UConvert,
        CoreOp::SConvert => Conversion::SConvert,
        CoreOp::FConvert => Conversion::FConvert,
        CoreOp::SatConvertSToU => Conversion::SatSToU,
        CoreOp::SatConvertUToS => Conversion::SatUToS,
        CoreOp::QuantizeToF16 => Conversion::Quantize,
        _ => return None,
    };
    Some(Op::Convert(conversion))
}

fn comparison(inst: CoreOp) -> Option<Op> {
    let test = match inst {
        CoreOp::IEqual | CoreOp::LogicalEqual => Test::IEqual,
        CoreOp::INotEqual | CoreOp::LogicalNotEqual => Test::INotEqual,
        CoreOp::UGreaterThan => Test::UGreater,
        CoreOp::SGreaterThan => Test::SGreater,
        CoreOp::UGreaterThanEqual => Test::UGreaterEqual,
        CoreOp::SGreaterThanEqual => Test::SGreaterEqual,
        CoreOp::FOrdEqual => Test::FOrdEqual,
        CoreOp::FUnordEqual => Test::FUnordEqual,
        CoreOp::FOrdNotEqual | CoreOp::LessOrGreater => Test::FOrdNotEqual,
        CoreOp::FUnordNotEqual => Test::FUnordNotEqual,
        CoreOp::FOrdLessThan => Test::FOrdLess,
        CoreOp::FUnordLessThan => Test::FUnordLess,
        CoreOp::FOrdGreaterThan => Test::FOrdGreater,
        CoreOp::FUnordGreaterThan => Test::FUnordGreater,
        CoreOp::FOrdLessThanEqual => Test::FOrdLessEqual,
        CoreOp::FUnordLessThanEqual => Test::FUnordLessEqual,
        CoreOp::FOrdGreaterThanEqual => Test::FOrdGreaterEqual,
        CoreOp::FUnordGreaterThanEqual => Test::FUnordGreaterEqual,
        CoreOp::Ordered => Test::Ordered,
        CoreOp::Unordered => Test::Unordered,
        CoreOp::IsNan => Test::IsNan,
        CoreOp::IsInf => Test::IsInf,
        CoreOp::IsFinite => Test::IsFinite,
        CoreOp::IsNormal => Test::IsNormal,
        CoreOp::SignBitSet => Test::SignBit,
        _ => return None,
    };
    Some(Op::Test(test))
}

/// The value of an op on operands with the given number of bits, in a result with `to` bits. Where the op is a constant,
/// little code is left.
#[inline(always)]
pub fn value(op: Op, bits: u32, to: u32, args: [u64; 4]) -> u64 {
    let [a, b, c, d] = args;
    let ones = mask(bits);
    match op {
        Op::IAdd => a.wrapping_add(b) & ones,
        Op::ISub => a.wrapping_sub(b) & ones,
        Op::IMul => a.wrapping_mul(b) & ones,
        Op::UDiv => divide(bits, b, || a / b),
        Op::UMod => divide(bits, b, || a % b),
        Op::SDiv => s_div(bits, a, b),
        Op::SRem => s_rem(bits, a, b),
        Op::SMod => s_mod(bits, a, b),
        Op::SNegate => a.wrapping_neg() & ones,
        Op::Carry => u64::from(a.wrapping_add(b) & ones < a),
        Op::Borrow => u64::from(a < b),
        Op::UMulHigh => ((u128::from(a) * u128::from(b)) >> bits) as u64 & ones,
        Op::SMulHigh => ((i128::from(signed(bits, a)) * i128::from(signed(bits, b))) >> bits) as u64 & ones,
        Op::FAdd => fadd(bits, a, b),
        Op::FSub => fsub(bits, a, b),
        Op::FMul => fmul(bits, a, b),
        Op::FDiv => fdiv(bits, a, b),
        Op::FNegate => fneg(bits, a),
        Op::FMod => f_mod(bits, a, b),
        Op::Fma => fma(bits, a, b, c),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not => !a & ones,
        Op::LogicalNot => a ^ 1,
        Op::Shl => a << (b & u64::from(bits - 1)) & ones,
        Op::Shr => a >> (b & u64::from(bits - 1)),
        Op::Sar => (signed(bits, a) >> (b & u64::from(bits - 1))).cast_unsigned() & ones,
        Op::BitCount => u64::from(a.count_ones()),
        Op::BitReverse => a.reverse_bits() >> (64 - bits),
        Op::Insert => insert(bits, args),
        Op::UExtract => u_extract(bits, a, b, c),
        Op::SExtract => s_extract(bits, a, b, c),
        Op::Select => {
            if a & 1 == 1 {
                b
            } else {
                c
            }
        }
        Op::UMin => a.min(b),
        Op::UMax => a.max(b),
        Op::SMin => {
            if signed(bits, b) < signed(bits, a) {
                b
            } else {
                a
            }
        }
        Op::SMax => {
            if signed(bits, b) > signed(bits, a) {
                b
            } else {
                a
            }
        }
        Op::UClamp => a.max(b).min(c),
        Op::SClamp => signed(bits, a).max(signed(bits, b)).min(signed(bits, c)).cast_unsigned() & ones,
        Op::SAbs => signed(bits, a).unsigned_abs() & ones,
        Op::SSign => signed(bits, a).signum().cast_unsigned() & ones,
        Op::FindLsb => position(a, u64::trailing_zeros) & mask(to),
        Op::FindUMsb => position(a, u64::ilog2) & mask(to),
        Op::FindSMsb => position(if signed(bits, a) < 0 { !a & ones } else { a }, u64::ilog2) & mask(to),
        Op::FMin => fmin(bits, a, b),
        Op::FMax => fmax(bits, a, b),
        Op::Ldexp => ldexp(bits, a, signed(d as u32, b)),
        Op::Convert(op) => convert(op, bits, to, a),
        Op::Float(op) => function(op, bits, [a, b, c]),
        Op::Test(op) => u64::from(holds(op, bits, a, b)),
    }
}

/// A comparison, or a question about a number.
#[inline(always)]
fn holds(op: Test, bits: u32, a: u64, b: u64) -> bool {
    let x = float(bits, a);
    let order = x.partial_cmp(&float(bits, b));
    match op {
        Test::IEqual => a == b,
        Test::INotEqual => a != b,
        Test::UGreater => a > b,
        Test::SGreater => signed(bits, a) > signed(bits, b),
        Test::UGreaterEqual => a >= b,
        Test::SGreaterEqual => signed(bits, a) >= signed(bits, b),
        Test::FOrdEqual => order.is_some_and(Ordering::is_eq),
        Test::FUnordNotEqual => order.is_none_or(Ordering::is_ne),
        Test::FOrdNotEqual => order.is_some_and(Ordering::is_ne),
        Test::FUnordEqual => order.is_none_or(Ordering::is_eq),
        Test::FOrdLess => order.is_some_and(Ordering::is_lt),
        Test::FUnordGreaterEqual => order.is_none_or(Ordering::is_ge),
        Test::FOrdGreater => order.is_some_and(Ordering::is_gt),
        Test::FUnordLessEqual => order.is_none_or(Ordering::is_le),
        Test::FOrdLessEqual => order.is_some_and(Ordering::is_le),
        Test::FUnordGreater => order.is_none_or(Ordering::is_gt),
        Test::FOrdGreaterEqual => order.is_some_and(Ordering::is_ge),
        Test::FUnordLess => order.is_none_or(Ordering::is_lt),
        Test::Ordered => order.is_some(),
        Test::Unordered => order.is_none(),
        Test::IsNan => is_nan(bits, a),
        Test::IsInf => x.is_infinite(),
        Test::IsFinite => x.is_finite(),
        Test::IsNormal => is_normal(bits, a),
        Test::SignBit => a >> (bits - 1) & 1 == 1,
    }
}

#[inline]
fn is_normal(bits: u32, a: u64) -> bool {
    let (fraction, exponent) = match bits {
        16 => (10, 0x1F),
        32 => (23, 0xFF),
        _ => (52, 0x7FF),
    };
    let own = a >> fraction & exponent;
    own != 0 && own != exponent
}

#[inline]
fn insert(bits: u32, [a, b, c, d]: [u64; 4]) -> u64 {
    let ones = mask(bits);
    let shift = c & u64::from(bits - 1);
    let kept = field(bits, d) << shift & ones;
    a & !kept & ones | b << shift & kept
}

#[inline]
fn u_extract(bits: u32, a: u64, start: u64, count: u64) -> u64 {
    a >> (start & u64::from(bits - 1)) & field(bits, count)
}

#[inline]
fn s_extract(bits: u32, a: u64, start: u64, count: u64) -> u64 {
    let field = field(bits, count);
    let sign = field ^ field >> 1;
    (u_extract(bits, a, start, count) ^ sign).wrapping_sub(sign) & mask(bits)
}

/// The position of a bit; all ones if none is set.
#[inline]
fn position(a: u64, find: impl FnOnce(u64) -> u32) -> u64 {
    if a == 0 { u64::MAX } else { find(a).into() }
}

#[inline(always)]
fn convert(op: Conversion, bits: u32, to: u32, a: u64) -> u64 {
    match op {
        Conversion::FToU => to_int(to, float(bits, a), false),
        Conversion::FToS => to_int(to, float(bits, a), true),
        Conversion::SToF => of_int(to, signed(bits, a).cast_unsigned(), true),
        Conversion::UToF => of_int(to, a, false),
        Conversion::UConvert => a & mask(to),
        Conversion::SConvert => signed(bits, a).cast_unsigned() & mask(to),
        Conversion::SatSToU => (signed(bits, a).max(0).cast_unsigned()).min(mask(to)),
        Conversion::SatUToS => a.min(mask(to) >> 1),
        Conversion::Quantize => {
            let half = half::bits(float(bits, a));
            let is_small = half & 0x7C00 == 0;
            bits_of(bits, half::value(if is_small { half & 0x8000 } else { half }))
        }
        Conversion::FConvert => bits_of(to, float(bits, a)),
    }
}

#[inline(always)]
fn function(op: FloatOp, bits: u32, [a, b, c]: [u64; 3]) -> u64 {
    let number = |value: f64| bits_of(bits, value);
    let x = float(bits, a);
    match op {
        FloatOp::Round => number(x.round_ties_even()),
        FloatOp::Trunc => number(x.trunc()),
        FloatOp::Floor => number(x.floor()),
        FloatOp::Ceil => number(x.ceil()),
        FloatOp::FAbs => a & mask(bits) >> 1,
        FloatOp::FSign => number(if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            0.0
        }),
        FloatOp::Fract => fsub(bits, a, number(x.floor())),
        FloatOp::Radians => fmul(bits, a, number(std::f64::consts::PI / 180.0)),
        FloatOp::Degrees => fmul(bits, a, number(180.0 / std::f64::consts::PI)),
        FloatOp::Sqrt => sqrt(bits, a),
        FloatOp::InverseSqrt => fdiv(bits, number(1.0), sqrt(bits, a)),
        FloatOp::FClamp => fmin(bits, fmax(bits, a, b), c),
        FloatOp::Mix => fadd(bits, a, fmul(bits, fsub(bits, b, a), c)),
        FloatOp::Step => number(if float(bits, b) < x { 0.0 } else { 1.0 }),
        FloatOp::SmoothStep => {
            let part = fdiv(bits, fsub(bits, c, a), fsub(bits, b, a));
            let part = fmin(bits, fmax(bits, part, number(0.0)), number(1.0));
            let slope = fsub(bits, number(3.0), fmul(bits, number(2.0), part));
            fmul(bits, fmul(bits, part, part), slope)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(op: Op, bits: u32, args: &[u64]) -> u64 {
        let mut all = [0; 4];
        all[..args.len()].copy_from_slice(args);
        value(op, bits, bits, all)
    }

    #[test]
    fn integers_wrap_and_divisions_never_trap() {
        assert_eq!(of(Op::IAdd, 8, &[250, 10]), 4);
        assert_eq!(of(Op::SDiv, 32, &[0x8000_0000, 0xFFFF_FFFF]), 0x8000_0000);
        assert_eq!(of(Op::UDiv, 32, &[7, 0]), 0xFFFF_FFFF);
        assert_eq!(of(Op::SMod, 32, &[(-7i32).cast_unsigned().into(), 3]), 2);
        assert_eq!(of(Op::Sar, 16, &[0x8000, 17]), 0xC000);
        assert_eq!(of(Op::BitReverse, 8, &[1]), 0x80);
        assert_eq!(of(Op::FindSMsb, 32, &[(-1i32).cast_unsigned().into()]), 0xFFFF_FFFF);
        assert_eq!(of(Op::SExtract, 32, &[0xF0, 4, 4]), 0xFFFF_FFFF);
    }

    #[test]
    fn numbers_round_once_and_go_to_the_nearest_integer() {
        let one = u64::from(1f32.to_bits());
        assert_eq!(of(Op::FAdd, 32, &[one, one]), 2f32.to_bits().into());
        assert_eq!(value(Op::Convert(Conversion::FToS), 32, 32, [(-3e9f32).to_bits().into(), 0, 0, 0]), 0x8000_0000);
        assert_eq!(value(Op::Convert(Conversion::FToU), 32, 16, [1e6f32.to_bits().into(), 0, 0, 0]), 0xFFFF);
        assert_eq!(value(Op::Convert(Conversion::FConvert), 32, 16, [one, 0, 0, 0]), 0x3C00);
        assert_eq!(of(Op::FMax, 32, &[f32::NAN.to_bits().into(), one]), one);
        assert_eq!(of(Op::Float(FloatOp::SmoothStep), 32, &[0, one, 0.5f32.to_bits().into()]), 0.5f32.to_bits().into());
    }
}
