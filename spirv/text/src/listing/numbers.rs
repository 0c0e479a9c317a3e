//! Literals as text: their types, and the formats of integers and floats of each width.

use dialect::spirv::decode::{Inst, Operand};
use rustc_hash::FxHashMap;
use spirv::{FPEncoding, Op};

/// The number format of a type.
#[derive(Clone, Copy)]
enum Number {
    Signed(u32),
    Unsigned,
    Float(Format),
    /// A format without a text form.
    Opaque,
}

/// A binary format: the bits of its exponent and its fraction.
#[derive(Clone, Copy)]
struct Format {
    exponent: u32,
    fraction: u32,
}

const HALF: Format = Format { exponent: 5, fraction: 10 };
const SINGLE: Format = Format { exponent: 8, fraction: 23 };
const DOUBLE: Format = Format { exponent: 11, fraction: 52 };
const E4M3: Format = Format { exponent: 4, fraction: 3 };
const E5M2: Format = Format { exponent: 5, fraction: 2 };

/// The number formats of types, and the types of values.
#[derive(Default)]
pub(super) struct Numbers {
    kinds: FxHashMap<u32, Number>,
    types: FxHashMap<u32, u32>,
}

impl Numbers {
    /// Records an instruction that literals may depend on.
    pub(super) fn remember(&mut self, inst: &Inst) {
        let Some(result) = inst.result else { return };
        if let Some(ty) = inst.ty {
            self.types.insert(result, ty);
        }
        let kind = match (inst.op, inst.operands.as_slice()) {
            (Op::TypeInt, [_, Operand::Literal(0)]) => Number::Unsigned,
            (Op::TypeInt, [Operand::Literal(width), ..]) => Number::Signed(*width),
            (Op::TypeFloat, [Operand::Literal(width)]) => plain_float(*width),
            (Op::TypeFloat, [_, Operand::Enum(_, encoding, _)]) => encoded_float(*encoding),
            _ => return,
        };
        self.kinds.insert(result, kind);
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: u32) -> Option<u32> {
        self.types.get(&value).copied()
    }

    /// The text of a number of this type.
    pub(super) fn text(&self, ty: Option<u32>, bits: u64) -> String {
        match ty.and_then(|ty| self.kinds.get(&ty)) {
            Some(Number::Signed(width)) if *width <= 32 => (bits as u32 as i32).to_string(),
            Some(Number::Signed(_)) => (bits as i64).to_string(),
            Some(Number::Unsigned) | None => bits.to_string(),
            Some(Number::Float(format)) => format.text(bits),
            Some(Number::Opaque) => String::new(),
        }
    }
}

fn plain_float(width: u32) -> Number {
    match width {
        16 => Number::Float(HALF),
        32 => Number::Float(SINGLE),
        33..=64 => Number::Float(DOUBLE),
        _ => Number::Opaque,
    }
}

fn encoded_float(encoding: u32) -> Number {
    match FPEncoding::from_u32(encoding) {
        Some(FPEncoding::Float8E4M3EXT) => Number::Float(E4M3),
        Some(FPEncoding::Float8E5M2EXT) => Number::Float(E5M2),
        Some(
            FPEncoding::BFloat16KHR
            | FPEncoding::Float6E2M3EXT
            | FPEncoding::Float6E3M2EXT
            | FPEncoding::Float4E2M1EXT
            | FPEncoding::Float8UnsignedE8M0EXT
            | FPEncoding::MXInt8EXT,
        )
        | None => Number::Opaque,
    }
}

/// The text of a 32-bit number.
pub(super) fn float(bits: u32) -> String {
    SINGLE.text(u64::from(bits))
}

impl Format {
    /// Decimal for normal numbers, else hexadecimal.
    fn text(self, bits: u64) -> String {
        let (exponent, fraction) = self.split(bits);
        let is_decimal = match exponent {
            0 => fraction == 0,
            exponent => exponent != (1 << self.exponent) - 1,
        };
        match (is_decimal, self.fraction) {
            (true, 23) => decimal(f64::from(f32::from_bits(bits as u32)), 9),
            (true, 52) => decimal(f64::from_bits(bits), 17),
            _ => self.hexadecimal(bits),
        }
    }

    fn split(self, bits: u64) -> (u64, u64) {
        let exponent = bits >> self.fraction & ((1 << self.exponent) - 1);
        (exponent, bits & ((1 << self.fraction) - 1))
    }

    /// Infinities and NaNs are written as numbers with the next exponent.
    fn hexadecimal(self, bits: u64) -> String {
        let sign = if bits >> (self.exponent + self.fraction) & 1 == 1 { "-" } else { "" };
        let (biased, mut fraction) = self.split(bits);
        let bias = (1i64 << (self.exponent - 1)) - 1;
        let (mut leading, mut exponent) = (1, biased as i64 - bias);
        if biased == 0 && fraction == 0 {
            (leading, exponent) = (0, 0);
        } else if biased == 0 {
            // The highest bit becomes the leading one.
            let shift = fraction.leading_zeros() - (64 - self.fraction) + 1;
            fraction = fraction << shift & ((1 << self.fraction) - 1);
            exponent -= i64::from(shift) - 1;
        }
        let nibbles = self.fraction.div_ceil(4) as usize;
        let digits = format!("{:0nibbles$x}", fraction << (nibbles as u32 * 4 - self.fraction));
        let digits = digits.trim_end_matches('0');
        let point = if digits.is_empty() { "" } else { "." };
        format!("{sign}0x{leading}{point}{digits}p{exponent:+}")
    }
}

/// As C's `%.{precision}g` writes it.
fn decimal(value: f64, precision: i32) -> String {
    let scientific = format!("{value:.*e}", precision as usize - 1);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= precision {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", without_zeros(digits), exponent.abs());
    }
    let places = (precision - 1 - exponent) as usize;
    without_zeros(&format!("{value:.places$}")).to_owned()
}

/// The text without trailing zeros after the point.
fn without_zeros(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_those_of_c() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (0.5, "0.5"),
            (0.1, "0.100000001"),
            (1e9, "1e+09"),
            (123_456_792.0, "123456792"),
            (1e-4, "9.99999975e-05"),
            (1.5e-4, "0.000150000007"),
            (-3.402_823_5e38, "-3.40282347e+38"),
        ] {
            assert_eq!(float(f32::to_bits(value)), text);
        }
        assert_eq!(DOUBLE.text(f64::to_bits(0.1)), "0.10000000000000001");
    }

    #[test]
    fn other_numbers_are_hexadecimal() {
        for (bits, text) in [
            (0x7F80_0000, "0x1p+128"),
            (0xFFC0_0000, "-0x1.8p+128"),
            (1, "0x1p-149"),
            (0x0040_0000, "0x1p-127"),
            (0x0060_0000, "0x1.8p-127"),
        ] {
            assert_eq!(float(bits), text);
        }
        assert_eq!(HALF.text(0x3C00), "0x1p+0");
        assert_eq!(HALF.text(0x3555), "0x1.554p-2");
        assert_eq!(HALF.text(0x8000), "-0x0p+0");
        assert_eq!(E5M2.text(0x3D), "0x1.4p+0");
    }
}
