//! Conversions of numbers between types.
//!
//! | from | to | section |
//! |---|---|---|
//! | any | `bool` | \[Conv.bool\]: zero becomes false, all else true |
//! | integer | integer | \[Conv.iconv\]: the bits are truncated or extended by the sign of the source |
//! | integer | float | \[Conv.fpint\]: exact, or rounded |
//! | float | integer | \[Conv.fpint\]: the fraction is dropped; what has no room is undefined |
//! | float | float | \[Conv.fconv\]: exact, or rounded; Vulkan: to either neighbour |

use super::number::Scalar::F64;
use super::{Allowed, Number, Scalar, half};

/// The result of a conversion.
pub fn convert(number: Number, to: Scalar) -> Allowed {
    let from = number.of;
    if from == to {
        return Allowed::exactly(number);
    }
    if to == Scalar::Bool {
        return truth(number);
    }
    match (from.is_float(), to.is_float()) {
        (false, false) => Allowed::exactly(Number::integer(to, number.as_integer())),
        (false, true) => neighbours(number.as_integer() as f64, number.as_integer(), to),
        (true, false) => truncated(number, to),
        (true, true) => narrowed(number, to),
    }
}

/// A number as a truth value. A denormal may have been flushed. A NaN is not zero, and so true; DXC's SPIR-V compares with
/// zero in order: false.
pub fn truth(number: Number) -> Allowed {
    let exact =
        Allowed::Bits(u64::from(if number.of.is_float() { number.as_float() != 0.0 } else { number.bits != 0 }));
    if number.is_denormal() || number.is_nan() { exact.or(Allowed::Bits(0)) } else { exact }
}

fn truncated(number: Number, to: Scalar) -> Allowed {
    let whole = number.as_float().trunc();
    if !whole.is_finite() {
        return Allowed::Undefined;
    }
    let result = Number::integer(to, whole as i128);
    if result.as_integer() == whole as i128 { Allowed::exactly(result) } else { Allowed::Undefined }
}

fn narrowed(number: Number, to: Scalar) -> Allowed {
    let value = number.as_float();
    if value.is_nan() {
        return Allowed::Nan;
    }
    let flushed = number.is_denormal().then(|| Allowed::Bits(Number::float(to, number.flushed().as_float()).bits));
    let near = Allowed::computed(Number::float(to, value)).or(Allowed::computed(toward_zero(value, to)));
    flushed.into_iter().fold(near, Allowed::or)
}

/// The neighbours of an integer among the numbers of a type.
fn neighbours(value: f64, exact: i128, to: Scalar) -> Allowed {
    let near = match to {
        // Twice rounded, through `f64`, would be wrong for some.
        Scalar::F32 => Number::new(to, u64::from((exact as f32).to_bits())),
        _ => Number::float(to, value),
    };
    Allowed::exactly(near)
}

/// The number of a type next to a value in the direction of zero.
pub fn toward_zero(value: f64, to: Scalar) -> Number {
    if to == Scalar::F16 {
        return Number::new(to, u64::from(half::toward_zero(value)));
    }
    let near = Number::float(to, value);
    let beyond = to != F64 && near.as_float().abs() > value.abs();
    if beyond { Number::new(to, near.bits - 1) } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Scalar::*;

    #[test]
    fn integers_keep_their_low_bits_and_their_sign() {
        let minus = Number::integer(I16, -2);
        assert_eq!(convert(minus, U32), Allowed::Bits(0xffff_fffe));
        assert_eq!(convert(minus, I64), Allowed::Bits(-2i64 as u64));
        assert_eq!(convert(Number::new(U64, 0x1_0000_8000), I16), Allowed::Bits(0x8000));
        assert_eq!(convert(Number::new(U64, 1 << 40), Bool), Allowed::Bits(1));
    }

    #[test]
    fn floats_beyond_an_integer_are_undefined() {
        assert_eq!(convert(Number::float(F32, -1.0), U32), Allowed::Undefined);
        assert_eq!(convert(Number::float(F32, -0.9), U32), Allowed::Bits(0));
        assert_eq!(convert(Number::float(F64, 2147483648.0), I32), Allowed::Undefined);
    }
}
