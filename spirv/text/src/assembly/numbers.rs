//! Literals in a module's text: integers in three bases, floats in decimal and hexadecimal.

use spirv::FPEncoding;

/// The number format of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Int {
        width: u32,
        is_signed: bool,
    },
    /// A binary format: the bits of its exponent and its fraction.
    Float {
        exponent: u32,
        fraction: u32,
    },
}

impl Number {
    /// A literal that is part of an instruction.
    pub(super) const WORD: Number = Number::Int { width: 32, is_signed: false };
    pub(super) const SINGLE: Number = Number::Float { exponent: 8, fraction: 23 };

    /// The number format of a floating-point type.
    pub(super) fn float(width: u32, encoding: Option<u32>) -> Option<Number> {
        let (exponent, fraction) = match (encoding.map(FPEncoding::from_u32), width) {
            (None, 16) => (5, 10),
            (None, 32) => (8, 23),
            (None, 64) => (11, 52),
            (Some(Some(FPEncoding::BFloat16KHR)), _) => (8, 7),
            (Some(Some(FPEncoding::Float8E4M3EXT)), _) => (4, 3),
            (Some(Some(FPEncoding::Float8E5M2EXT)), _) => (5, 2),
            _ => return None,
        };
        Some(Number::Float { exponent, fraction })
    }

    /// The words of a number.
    pub(super) fn words(self, text: &str) -> Result<impl Iterator<Item = u32>, String> {
        let (bits, width) = match self {
            Number::Int { width, is_signed } => (integer(text, width, is_signed)?, width),
            Number::Float { exponent, fraction } => (float(text, exponent, fraction)?, exponent + fraction + 1),
        };
        let high = (width > 32).then_some((bits >> 32) as u32);
        Ok(std::iter::once(bits as u32).chain(high))
    }
}

/// An unsigned integer: decimal, hexadecimal after `0x`, octal after `0`, as in C.
pub(super) fn unsigned(text: &str) -> Option<u64> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let octal = text.strip_prefix('0').filter(|digits| !digits.is_empty());
    let (digits, radix) = match (hex, octal) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 8),
        (None, None) => (text, 10),
    };
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    u64::from_str_radix(digits, radix).ok().filter(|_| is_plain)
}

fn integer(text: &str, width: u32, is_signed: bool) -> Result<u64, String> {
    let text = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(text);
    if !(1..=64).contains(&width) {
        return Err(format!("unsupported width of {width} bits"));
    }
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    let magnitude = unsigned(digits).ok_or_else(|| format!("invalid number '{text}'"))?;
    if is_negative && !is_signed {
        return Err(format!("'{text}' is negative, but its type is unsigned"));
    }
    let too_large = || format!("'{text}' does not fit in {width} bits");
    let mask = u64::MAX >> (64 - width);
    let half = 1u64 << (width - 1);
    let fits = match (is_signed, is_negative) {
        (true, true) => magnitude <= half,
        // Hexadecimal digits are bits.
        (true, false) if is_hex => magnitude <= mask,
        (true, false) => magnitude < half,
        (false, _) => magnitude <= mask,
    };
    if !fits {
        return Err(too_large());
    }
    let bits = if is_negative { magnitude.wrapping_neg() } else { magnitude };
    // Narrow signed numbers are sign-extended to a word.
    let extend = is_signed && bits & half != 0;
    Ok(if extend { bits | !mask } else { bits & mask })
}

fn float(text: &str, exponent: u32, fraction: u32) -> Result<u64, String> {
    let text = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(text);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let sign = u64::from(digits.len() != text.len()) << (exponent + fraction);
    let no_number = || format!("invalid floating-point number '{text}'");
    if digits.starts_with("0x") || digits.starts_with("0X") {
        return hexadecimal(&digits[2..], exponent, fraction).map(|bits| sign | bits).ok_or_else(no_number);
    }
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    if !is_plain || !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Err(no_number());
    }
    let too_large = || format!("'{text}' does not fit in {} bits", exponent + fraction + 1);
    let bits = match fraction {
        52 => digits.parse::<f64>().ok().filter(|value| value.is_finite()).map(f64::to_bits),
        _ => digits.parse::<f32>().ok().filter(|value| value.is_finite()).and_then(|value| match fraction {
            23 => Some(u64::from(value.to_bits())),
            _ => truncated(value, exponent, fraction),
        }),
    };
    match bits {
        Some(bits) => Ok(sign | bits),
        None if digits.parse::<f64>().is_err() => Err(no_number()),
        None => Err(too_large()),
    }
}

/// A non-negative float in a smaller format, rounded towards zero; `None` if it is too large.
fn truncated(value: f32, exponent: u32, fraction: u32) -> Option<u64> {
    if value == 0.0 {
        return Some(0);
    }
    let bits = value.to_bits();
    let own = (bits >> 23) as i32 - 127;
    let encoded = encode(u64::from(bits & 0x7F_FFFF | 0x80_0000) << 40, own, exponent, fraction)?;
    (encoded >> fraction != (1 << exponent) - 1).then_some(encoded)
}

/// `1.8p+3` after `0x`. Excess digits are dropped.
fn hexadecimal(text: &str, exponent: u32, fraction: u32) -> Option<u64> {
    let (digits, power) = text.split_once(['p', 'P'])?;
    let (before, behind) = digits.split_once('.').unwrap_or((digits, ""));
    let sign_free = power.strip_prefix(['+', '-']).unwrap_or(power);
    if before.len() + behind.len() == 0 || !sign_free.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Larger exponents overflow or vanish all the same.
    let power = power.strip_prefix('+').unwrap_or(power).parse::<i32>().ok().filter(|power| power.abs() < 1 << 20)?;
    let (mut significand, mut scale) = (0u64, power);
    for (at, digit) in before.chars().chain(behind.chars()).enumerate() {
        let digit = u64::from(digit.to_digit(16)?);
        let is_before = at < before.len();
        if significand >> 60 == 0 {
            significand = significand << 4 | digit;
            scale -= if is_before { 0 } else { 4 };
        } else if is_before {
            scale = scale.checked_add(4)?;
        }
    }
    if significand == 0 {
        return Some(0);
    }
    let shift = significand.leading_zeros();
    encode(significand << shift, scale + 63 - shift as i32, exponent, fraction)
}

/// The bits of a float whose significand has its leading one in the highest bit; infinities and NaNs have the exponent
/// after the last.
fn encode(significand: u64, power: i32, exponent: u32, fraction: u32) -> Option<u64> {
    let bias = (1 << (exponent - 1)) - 1;
    let part = significand << 1 >> (64 - fraction);
    match power + bias {
        biased if biased > (1 << exponent) - 1 => Some(((1 << exponent) - 1) << fraction),
        biased if biased > 0 => Some((biased as u64) << fraction | part),
        biased => {
            let shift = 64 - fraction as i32 - biased;
            Some(significand.checked_shr(shift as u32).unwrap_or(0))
        }
    }
}
