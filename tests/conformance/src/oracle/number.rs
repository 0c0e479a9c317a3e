//! The scalar types of HLSL, and numbers of them.

use super::half;

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `bool`.
    Bool,
    /// `int16_t`.
    I16,
    /// `uint16_t`.
    U16,
    /// `int`.
    I32,
    /// `uint`.
    U32,
    /// `int64_t`.
    I64,
    /// `uint64_t`.
    U64,
    /// `float16_t`.
    F16,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

use Scalar::{Bool, F16, F32, F64, I16, I32, I64, U16, U32, U64};

impl Scalar {
    /// All of them.
    pub const ALL: [Scalar; 10] = [Bool, I16, U16, I32, U32, I64, U64, F16, F32, F64];
    /// Types of integers.
    pub const INTEGERS: [Scalar; 6] = [I16, U16, I32, U32, I64, U64];

    /// The name in HLSL.
    pub fn name(self) -> &'static str {
        match self {
            Bool => "bool",
            I16 => "int16_t",
            U16 => "uint16_t",
            I32 => "int",
            U32 => "uint",
            I64 => "int64_t",
            U64 => "uint64_t",
            F16 => "float16_t",
            F32 => "float",
            F64 => "double",
        }
    }

    /// The width of its values.
    pub fn bits(self) -> u32 {
        match self {
            Bool => 1,
            I16 | U16 | F16 => 16,
            I32 | U32 | F32 => 32,
            I64 | U64 | F64 => 64,
        }
    }

    /// The words of a value in the buffers of the suite.
    pub fn words(self) -> usize {
        if self.bits() == 64 { 2 } else { 1 }
    }

    /// True for floating-point types.
    pub fn is_float(self) -> bool {
        matches!(self, F16 | F32 | F64)
    }

    /// True for integers with a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, I16 | I32 | I64)
    }

    /// True for integers of either kind.
    pub fn is_integer(self) -> bool {
        Self::INTEGERS.contains(&self)
    }

    /// True for native types of 16 bits.
    pub fn is_small(self) -> bool {
        self.bits() == 16
    }

    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

/// A number of a type, by its bits; those above the width are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    /// The type.
    pub of: Scalar,
    /// The bits.
    pub bits: u64,
}

impl Number {
    /// A number with these bits, of which those above the width are ignored.
    pub fn new(of: Scalar, bits: u64) -> Self {
        Number { of, bits: bits & of.mask() }
    }

    /// An integer, modulo the range of the type, or `value != 0`.
    pub fn integer(of: Scalar, value: i128) -> Self {
        match of {
            Bool => Number { of, bits: u64::from(value != 0) },
            F16 | F32 | F64 => Number::float(of, value as f64),
            I16 | U16 | I32 | U32 | I64 | U64 => Number::new(of, value as u64),
        }
    }

    /// The number of a floating-point type that is nearest to a value.
    pub fn float(of: Scalar, value: f64) -> Self {
        let bits = match of {
            F16 => u64::from(half::nearest(value)),
            F32 => u64::from((value as f32).to_bits()),
            Bool | I16 | U16 | I32 | U32 | I64 | U64 | F64 => value.to_bits(),
        };
        Number { of, bits }
    }

    /// The value of an integer or a bool.
    pub fn as_integer(self) -> i128 {
        let shift = 64 - self.of.bits();
        match self.of.is_signed() {
            true => i128::from((self.bits << shift) as i64 >> shift),
            false => i128::from(self.bits),
        }
    }

    /// The value of a floating-point number.
    pub fn as_float(self) -> f64 {
        match self.of {
            F16 => half::value(self.bits as u16),
            F32 => f64::from(f32::from_bits(self.bits as u32)),
            F64 => f64::from_bits(self.bits),
            Bool | I16 | U16 | I32 | U32 | I64 | U64 => self.as_integer() as f64,
        }
    }

    /// The value, of a whole number without a fraction, as digits.
    pub fn whole(self) -> i128 {
        if self.of.is_float() { self.as_float() as i128 } else { self.as_integer() }
    }

    /// True for NaNs.
    pub fn is_nan(self) -> bool {
        self.of.is_float() && self.as_float().is_nan()
    }

    /// True for a floating-point number that is neither zero nor denormal, infinite or NaN.
    pub fn is_normal(self) -> bool {
        let value = self.as_float();
        value.is_finite() && value != 0.0 && !self.is_denormal()
    }

    /// True for numbers between zero and the smallest one with a full fraction.
    pub fn is_denormal(self) -> bool {
        let size = self.as_float().abs();
        let least = match self.of {
            F16 => 2f64.powi(-14),
            F32 => 2f64.powi(-126),
            F64 => f64::MIN_POSITIVE,
            Bool | I16 | U16 | I32 | U32 | I64 | U64 => return false,
        };
        size != 0.0 && size < least
    }

    /// The zero with the number's sign.
    pub fn flushed(self) -> Self {
        Number { of: self.of, bits: self.bits & (1 << (self.of.bits() - 1)) }
    }

    /// The words in the buffers of the suite: the lower one first.
    pub fn words(self) -> Vec<u32> {
        [self.bits as u32, (self.bits >> 32) as u32][..self.of.words()].to_vec()
    }

    /// A literal of exactly this number and type, if the language has one that needs no cast.
    pub fn literal(self) -> Option<String> {
        let value = self.as_integer();
        match self.of {
            Bool => Some(if self.bits == 1 { "true" } else { "false" }.to_owned()),
            I16 | U16 => None,
            // `-2147483648` is a negated literal that has no room in an int.
            I32 if value == i128::from(i32::MIN) => Some("(-2147483647 - 1)".to_owned()),
            I32 => Some(signed(value, "")),
            U32 => Some(format!("{value}u")),
            I64 if value == i128::from(i64::MIN) => Some("(-9223372036854775807ll - 1ll)".to_owned()),
            I64 => Some(signed(value, "ll")),
            U64 => Some(format!("{value}ull")),
            F16 => self.decimal("h"),
            F32 => self.decimal("f"),
            F64 => self.decimal("l"),
        }
    }

    /// The number as decimal digits with a suffix, if it is finite.
    fn decimal(self, suffix: &str) -> Option<String> {
        let value = self.as_float();
        if !value.is_finite() {
            return None;
        }
        let digits = format!("{value:e}");
        let (digits, exponent) = digits.split_once('e')?;
        let point = if digits.contains('.') { "" } else { ".0" };
        let text = format!("{digits}{point}e{exponent}{suffix}");
        Some(if value.is_sign_negative() { format!("({text})") } else { text })
    }

    /// The number for people.
    pub fn shown(self) -> String {
        match self.of.is_float() {
            true => format!("{:?} (0x{:x})", self.as_float(), self.bits),
            false => format!("{} (0x{:x})", self.as_integer(), self.bits),
        }
    }
}

fn signed(value: i128, suffix: &str) -> String {
    if value < 0 { format!("({value}{suffix})") } else { format!("{value}{suffix}") }
}
