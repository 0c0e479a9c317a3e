//! Conversions between halves and doubles, exact or rounded once. They work on bits alone, since functions such as
//! `powi` promise no precision. It must not know what the numbers are for.

/// The difference between the exponent biases of doubles and halves.
const BIAS: u64 = 1023 - 15;
/// The least normal half.
pub const LEAST_NORMAL: f64 = 1.0 / 16_384.0;
/// The least number that rounds to infinity.
const TOO_LARGE: f64 = 65_520.0;
/// The spacing of subnormal halves.
const STEP: f64 = 1.0 / 16_777_216.0;

/// The value of a half with these bits.
pub fn value(bits: u16) -> f64 {
    let (exponent, mantissa) = (u64::from(bits >> 10 & 0x1F), u64::from(bits & 0x3FF));
    let magnitude = match exponent {
        0 => mantissa as f64 * STEP,
        0x1F if mantissa == 0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => f64::from_bits((exponent + BIAS) << 52 | mantissa << 42),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

/// The encoding of a number in a type of 16, 32 or 64 bits.
pub fn bits_in(width: u32, value: f64) -> u64 {
    match width {
        16 => u64::from(bits(value)),
        32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}

/// The bits of the nearest half; ties go to even.
pub fn bits(value: f64) -> u16 {
    let sign = (value.to_bits() >> 48 & 0x8000) as u16;
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return sign | 0x7E00;
    }
    if magnitude >= TOO_LARGE {
        return sign | 0x7C00;
    }
    if magnitude < LEAST_NORMAL {
        return sign | (magnitude / STEP).round_ties_even() as u16;
    }
    let bits = magnitude.to_bits() - (BIAS << 52);
    // The discarded bits round up from one half on, or above it if the result is even; a carry goes into the exponent.
    let is_odd = bits >> 42 & 1;
    sign | ((bits + (1 << 41) - 1 + is_odd) >> 42) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_its_own_nearest() {
        for number in 0..=u16::MAX {
            let is_nan = number & 0x7C00 == 0x7C00 && number & 0x3FF != 0;
            assert!(is_nan && value(number).is_nan() || bits(value(number)) == number, "{number:#x}");
        }
    }

    #[test]
    fn what_lies_between_goes_to_the_nearest_and_to_even_in_the_middle() {
        for number in 0..0x7BFFu16 {
            let (one, next) = (value(number), value(number + 1));
            let middle = (one + next) / 2.0;
            let even = if number % 2 == 0 { number } else { number + 1 };
            assert_eq!([bits(middle), bits(-middle)], [even, even | 0x8000], "{number:#x}");
            // So near to the middle that a 32-bit number could not tell.
            assert_eq!([bits(middle.next_down()), bits(middle.next_up())], [number, number + 1], "{number:#x}");
        }
        assert_eq!([65_519.9, 65_520.0, 1e300].map(bits), [0x7BFF, 0x7C00, 0x7C00]);
        assert_eq!(bits(f64::NAN), 0x7E00);
    }

    #[test]
    fn numbers_are_encoded_in_each_width() {
        let rows = [(16, 0.1, 0x2E66), (16, -2.0, 0xC000), (32, 0.1, 0x3DCC_CCCD), (64, 1.0, 0x3FF0_0000_0000_0000)];
        for (width, number, bits) in rows {
            assert_eq!(bits_in(width, number), bits, "{number} in {width} bits");
        }
    }
}
