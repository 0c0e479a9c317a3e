//! Constant folding: the values of SPIR-V's ops on scalar constants, each given by its bits and its width.
//!
//! It knows neither modules nor types. Which results a caller wants to rely on (undefined ones, NaN, subnormal numbers) is
//! the caller's policy.

use super::value::{self, Conversion, Op as Each};
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
}

/// The value of an op whose operands have this width, as do the bits of its result; none for ops that are not folded.
pub fn fold(op: Op, args: &[u64], width: u32, result: u32) -> Option<Folded> {
    let (a, b) = match *args {
        [a] => (a, None),
        [a, b] => (a, Some(b)),
        _ => return None,
    };
    if op == Op::Bitcast && width == result && b.is_none() {
        return Some(Folded::Defined(truncate(a, result)));
    }
    let (each, is_flipped) = value::of_core(op).filter(|(each, _)| operands(*each) == args.len())?;
    let b = b.unwrap_or(0);
    let (first, second) = if is_flipped { (b, a) } else { (a, b) };
    let bits = truncate(value::value(each, width, result, [first, second, 0, 0]), result);
    Some(if is_defined(each, a, b, width, result) { Folded::Defined(bits) } else { Folded::Undefined(bits) })
}

/// The number of operands of an op that is folded, 0 for others.
fn operands(op: Each) -> usize {
    use Each::*;
    match op {
        SNegate | Not | LogicalNot | BitCount | BitReverse | FNegate => 1,
        Convert(Conversion::SatSToU | Conversion::SatUToS) => 0,
        Convert(_) => 1,
        IAdd | ISub | IMul | UDiv | SDiv | UMod | SRem | SMod | And | Or | Xor | Shl | Shr | Sar => 2,
        FAdd | FSub | FMul | FDiv => 2,
        Test(value::Test::Ordered | value::Test::Unordered | value::Test::IsNan | value::Test::IsInf) => 0,
        Test(value::Test::IsFinite | value::Test::IsNormal | value::Test::SignBit) => 0,
        Test(_) => 2,
        _ => 0,
    }
}

/// Returns whether SPIR-V defines the value. Vulkan leaves remainders of negative numbers undefined.
fn is_defined(op: Each, a: u64, b: u64, width: u32, result: u32) -> bool {
    let (x, y) = (sign_extend(a, width), sign_extend(b, width));
    let whole = || number(a, width).trunc();
    match op {
        Each::UDiv | Each::UMod => b != 0,
        Each::SDiv => y != 0 && !(y == -1 && x == sign_extend(1 << (width - 1), width)),
        Each::SRem | Each::SMod => x >= 0 && y > 0,
        Each::Shl | Each::Shr | Each::Sar => b < u64::from(width),
        Each::Convert(Conversion::FToU) => (0.0..2f64.powi(result as i32)).contains(&whole()),
        Each::Convert(Conversion::FToS) => {
            let end = 2f64.powi(result as i32 - 1);
            (-end..end).contains(&whole())
        }
        _ => true,
    }
}

/// The low `width` bits.
pub fn truncate(bits: u64, width: u32) -> u64 {
    bits & value::mask(width)
}

/// The low `width` bits, sign-extended.
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    value::signed(width, bits)
}

/// The floating-point number with these bits.
pub fn number(bits: u64, width: u32) -> f64 {
    value::float(width, bits)
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
            (Op::SRem, [7, 0], 32, Some(Undefined(0xFFFF_FFFF))),
            (Op::UMod, [7, 0], 16, Some(Undefined(0xFFFF))),
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
