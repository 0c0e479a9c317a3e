//! Level of detail by the squares of texels that derivatives cover: one series, in the same order here and in generated code.

/// Coefficients of log2((1 + x) / (1 - x)) / x, in squares of x.
pub const SERIES: [f32; 4] = [2.885_39, 0.961_796_7, 0.577_078, 0.412_198_6];
/// The bits of the root of a half: numbers are divided by a power of two to be between that and the root of two.
pub const ROOT_OF_HALF: u32 = 0x3F35_04F3;
/// The bits of a number below its exponent.
pub const FRACTION_BITS: u32 = 23;

/// The level whose texels are as large as the root of a number.
pub fn of_square(square: f32) -> f32 {
    if square == 0.0 {
        return f32::NEG_INFINITY;
    }
    if !square.is_finite() {
        return square;
    }
    let exponent = square.to_bits().wrapping_sub(ROOT_OF_HALF).cast_signed() >> FRACTION_BITS;
    let whole = (exponent << FRACTION_BITS).cast_unsigned();
    let rest = f32::from_bits(square.to_bits().wrapping_sub(whole));
    let ratio = (rest - 1.0) / (rest + 1.0);
    let ratio_squared = ratio * ratio;
    let series = SERIES.into_iter().rev().reduce(|sum, coefficient| sum * ratio_squared + coefficient);
    (exponent as f32 + ratio * series.unwrap_or(0.0)) * 0.5
}

#[cfg(test)]
mod tests {
    use super::of_square;

    #[test]
    fn levels_are_half_of_logarithms() {
        for power in -20..20 {
            assert_eq!(of_square(2f32.powi(2 * power)), power as f32);
        }
        for step in 0..10_000 {
            let square = 1.003f32.powi(step - 5_000);
            let exact = f64::from(square).log2() * 0.5;
            assert!((f64::from(of_square(square)) - exact).abs() < 1e-6 * exact.abs().max(1.0), "{square}");
        }
        assert_eq!(of_square(0.0), f32::NEG_INFINITY);
        assert_eq!(of_square(f32::INFINITY), f32::INFINITY);
        assert!(of_square(f32::NAN).is_nan());
    }
}
