//! The precision that results of inexact operations must have, as Vulkan's appendix "Precision and Operation of SPIR-V
//! Instructions" and Direct3D's functional specification define it.

use super::{Allowed, Number, Scalar};

/// A distance in units of the last place.
#[derive(Clone, Copy, Debug)]
pub struct Ulp(pub f64);

/// Results near an exact one.
pub fn near(of: Scalar, exact: f64, Ulp(count): Ulp) -> Allowed {
    if exact.is_nan() {
        return Allowed::Nan;
    }
    let rounded = Number::float(of, exact);
    if exact.is_infinite() || exact == 0.0 {
        return Allowed::computed(rounded);
    }
    around(of, exact, unit(of, exact) * count)
}

/// Results at most this far from an exact one.
pub fn around(of: Scalar, exact: f64, distance: f64) -> Allowed {
    let (least, most) = (exact - distance, exact + distance);
    let range = Allowed::Within(least, most);
    let end = Number::float(of, if exact < 0.0 { least } else { most });
    let flushed = Number::float(of, exact).is_denormal() || end.is_denormal() || (least <= 0.0 && most >= 0.0);
    let range = if flushed { range.or(Allowed::Within(-0.0, 0.0)) } else { range };
    // What is near the largest number may be beyond it.
    if end.as_float().is_infinite() { range.or(Allowed::exactly(end)) } else { range }
}

/// The remainder of a division of floating-point numbers, `x - y * trunc(x / y)`. Where the quotient is near a whole number,
/// it may be rounded to it, or not.
pub fn remainder(of: Scalar, x: f64, y: f64) -> Allowed {
    let (exact, quotient) = (x % y, x / y);
    let most = if of == Scalar::F16 { 512.0 } else { 1e6 };
    // Beyond 2^126 Vulkan sets no precision for a quotient.
    if !exact.is_finite() || !y.is_finite() || quotient.abs() > most || y.abs() > 2f64.powi(126) {
        return Allowed::Undefined;
    }
    let near = |value: f64| around(of, value, 4.0 * unit(of, x));
    let whole = quotient.round();
    if (quotient - whole).abs() > 4.0 * unit(of, quotient) {
        return near(exact);
    }
    near(exact).or(near(x - y * whole)).or(near(x - y * (whole - quotient.signum())))
}

/// The distance between the numbers of a type on both sides of a value.
pub fn unit(of: Scalar, value: f64) -> f64 {
    let (fraction, least) = match of {
        Scalar::F16 => (10, -14),
        Scalar::F64 => (52, -1022),
        _ => (23, -126),
    };
    let exponent = (value.abs().to_bits() >> 52) as i32 - 1023;
    2f64.powi(exponent.max(least) - fraction)
}
