//! The curve of sRGB for components of eight bits: exact, by tables of 256 entries.
//!
//! The curve is computed once, in double precision, by functions that do not depend on the machine.

use std::sync::LazyLock;

/// The linear value of each code.
static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| std::array::from_fn(|code| linear(code as f64 / 255.0) as f32));

/// The least linear value of each code but the first: halfway between two codes on the curve.
static LEAST: LazyLock<[f64; 255]> = LazyLock::new(|| std::array::from_fn(|code| linear((code as f64 + 0.5) / 255.0)));

fn linear(encoded: f64) -> f64 {
    if encoded <= 0.04045 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

/// The linear value of a code.
pub(crate) fn decode(code: u8) -> f32 {
    LINEAR[usize::from(code)]
}

/// The code nearest to a linear value on the curve. NaN is 0.
pub(crate) fn encode(value: f32) -> u8 {
    let value = f64::from(value);
    LEAST.partition_point(|least| *least <= value) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_survive_the_way_there_and_back() {
        for code in 0..=255 {
            assert_eq!(encode(decode(code)), code);
        }
        assert_eq!((decode(0), decode(255)), (0.0, 1.0));
        assert_eq!([f32::NAN, -1.0, 2.0, f32::INFINITY].map(encode), [0, 0, 255, 255]);
    }

    #[test]
    fn values_on_the_curve_are_those_of_the_standard() {
        // 0.5 is 187.5 on the curve: computed with 40 digits.
        assert_eq!(encode(0.5), 188);
        assert_eq!(encode(0.214_041_14), 128);
        assert_eq!(encode(0.002), 7);
    }
}
