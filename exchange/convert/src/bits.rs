//! Numbers as the bits of their types, from text and back, and the lengths of vectors.

use base::half;
use dialect::ir::types::FloatKind;

/// The bits of a whole number that fits the width, signed or unsigned.
pub(crate) fn int_bits(text: &str, width: u32) -> Option<u64> {
    let value: i128 = match text.strip_prefix("0x") {
        Some(hex) => i128::from(u64::from_str_radix(hex, 16).ok()?),
        None => text.parse().ok()?,
    };
    let limit = 1i128 << width;
    (value < limit && value >= -(limit / 2)).then_some((value & (limit - 1)) as u64)
}

/// The bits of a number, which may be written as such.
pub(crate) fn bits_of(text: &str, width: u32, kind: FloatKind) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x") {
        let bits = u64::from_str_radix(hex, 16).ok()?;
        return (width == 64 || bits >> width == 0).then_some(bits);
    }
    // A single rounding from the text.
    match (width, kind) {
        (32, FloatKind::Ieee) => Some(u64::from(text.parse::<f32>().ok()?.to_bits())),
        (16 | 64, FloatKind::Ieee) | (16, FloatKind::Bf16) => Some(float_bits(text.parse().ok()?, width, kind)),
        _ => None,
    }
}

/// The bits of a number in a format.
pub(crate) fn float_bits(number: f64, width: u32, kind: FloatKind) -> u64 {
    match kind {
        FloatKind::Bf16 => {
            let bits = (number as f32).to_bits();
            let even = (bits >> 16) & 1;
            u64::from((bits + 0x7fff + even) >> 16)
        }
        _ => half::bits_in(width, number),
    }
}

/// The number that bits are in a format of 16, 32 or 64 bits.
pub(crate) fn float_of(bits: u64, width: u32, kind: FloatKind) -> f64 {
    match (width, kind) {
        (64, _) => f64::from_bits(bits),
        (16, FloatKind::Bf16) => f64::from(f32::from_bits((bits as u32) << 16)),
        (16, _) => half::value(bits as u16),
        _ => f64::from(f32::from_bits(bits as u32)),
    }
}

/// The lengths of the vectors that a target has, the longest first.
pub(crate) fn lengths(is_kernel: bool) -> &'static [u64] {
    if is_kernel { &[16, 8, 4, 3, 2] } else { &[4, 3, 2] }
}
