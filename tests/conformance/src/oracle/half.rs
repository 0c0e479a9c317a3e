//! Numbers of 16 bits with a sign, five bits of exponent and ten of fraction, as IEEE 754 defines them.

/// The value of a half. A NaN stays one.
pub fn value(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1024.0 + fraction) * 2f64.powi(exponent - 25),
    }
}

/// The half nearest to a number, the even one of two that are equally near.
pub fn nearest(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let size = value.abs();
    if size.is_nan() {
        return 0x7e00;
    }
    // Half a unit of the last place beyond the largest half.
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    // The exponent's field begins at one for numbers from 2^-14 on; below, the unit is that of 2^-14.
    let unit = exponent_of(size).max(-14) - 10;
    // Multiples of a power of two are exact, and the carry into the exponent's field is the right one.
    let steps = (size * 2f64.powi(-unit)).round_ties_even() as u16;
    sign | (steps + (((unit + 24) as u16) << 10))
}

/// The half next to a number in the direction of zero.
pub fn toward_zero(value: f64) -> u16 {
    let near = nearest(value);
    let beyond = self::value(near).abs() > value.abs();
    if beyond { near - 1 } else { near }
}

/// The exponent of the power of two at or below a positive number.
fn exponent_of(size: f64) -> i32 {
    if size == 0.0 { -1023 } else { (size.to_bits() >> 52) as i32 - 1023 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_is_nearest_to_its_value() {
        for bits in (0..=u16::MAX).filter(|bits| !value(*bits).is_nan()) {
            assert_eq!(nearest(value(bits)), bits, "{bits:#06x}");
            assert_eq!(toward_zero(value(bits)), bits, "{bits:#06x}");
        }
    }

    #[test]
    fn ties_go_to_even_and_the_largest_to_infinity() {
        assert_eq!([nearest(2049.0), nearest(2051.0), nearest(-2049.0)], [0x6800, 0x6802, 0xe800]);
        assert_eq!([nearest(65519.0), nearest(65520.0), toward_zero(1e9)], [0x7bff, 0x7c00, 0x7bff]);
        assert_eq!([nearest(2f64.powi(-25)), nearest(2f64.powi(-25) * 1.5), nearest(-0.0)], [0, 1, 0x8000]);
    }
}
