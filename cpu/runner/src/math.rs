//! Math functions that compiled kernels call because LLVM has no instruction for them. They do not come from the C
//! library: results are the same on every machine.
//!
//! Single precision is computed in double precision, so that results are almost always correctly rounded.

/// Declares functions for both precisions and the table of their addresses.
macro_rules! functions {
    ($($name:literal $f32:ident $f64:ident($($arg:ident),+) = $body:expr;)*) => {
        $(
            extern "C" fn $f64($($arg: f64),+) -> f64 {
                $body
            }
            extern "C" fn $f32($($arg: f32),+) -> f32 {
                $f64($(f64::from($arg)),+) as f32
            }
        )*

        /// The name of every function with its addresses for `f32` and for `f64`.
        fn table() -> Vec<(&'static str, usize, usize)> {
            vec![$(($name, $f32 as *const () as usize, $f64 as *const () as usize)),*]
        }
    };
}

functions! {
    "acos" acos_f32 acos_f64(x) = libm::acos(x);
    "acosh" acosh_f32 acosh_f64(x) = libm::acosh(x);
    "acospi" acospi_f32 acospi_f64(x) = libm::acos(x) / std::f64::consts::PI;
    "asin" asin_f32 asin_f64(x) = libm::asin(x);
    "asinh" asinh_f32 asinh_f64(x) = libm::asinh(x);
    "asinpi" asinpi_f32 asinpi_f64(x) = libm::asin(x) / std::f64::consts::PI;
    "atan" atan_f32 atan_f64(x) = libm::atan(x);
    "atan2" atan2_f32 atan2_f64(y, x) = libm::atan2(y, x);
    "atan2pi" atan2pi_f32 atan2pi_f64(y, x) = libm::atan2(y, x) / std::f64::consts::PI;
    "atanh" atanh_f32 atanh_f64(x) = libm::atanh(x);
    "atanpi" atanpi_f32 atanpi_f64(x) = libm::atan(x) / std::f64::consts::PI;
    "cbrt" cbrt_f32 cbrt_f64(x) = libm::cbrt(x);
    "cos" cos_f32 cos_f64(x) = libm::cos(x);
    "cosh" cosh_f32 cosh_f64(x) = libm::cosh(x);
    "cospi" cospi_f32 cospi_f64(x) = cos_of_turns(x);
    "erf" erf_f32 erf_f64(x) = libm::erf(x);
    "erfc" erfc_f32 erfc_f64(x) = libm::erfc(x);
    "exp" exp_f32 exp_f64(x) = libm::exp(x);
    "exp10" exp10_f32 exp10_f64(x) = libm::exp10(x);
    "exp2" exp2_f32 exp2_f64(x) = libm::exp2(x);
    "expm1" expm1_f32 expm1_f64(x) = libm::expm1(x);
    "fmod" fmod_f32 fmod_f64(x, y) = x % y;
    "gamma_sign" gamma_sign_f32 gamma_sign_f64(x) = gamma_sign(x);
    "hypot" hypot_f32 hypot_f64(x, y) = libm::hypot(x, y);
    "lgamma" lgamma_f32 lgamma_f64(x) = libm::lgamma(x);
    "log" log_f32 log_f64(x) = libm::log(x);
    "log10" log10_f32 log10_f64(x) = libm::log10(x);
    "log1p" log1p_f32 log1p_f64(x) = libm::log1p(x);
    "log2" log2_f32 log2_f64(x) = libm::log2(x);
    "pow" pow_f32 pow_f64(x, y) = libm::pow(x, y);
    "quotient" quotient_f32 quotient_f64(x, y) = quotient(x, y);
    "remainder" remainder_f32 remainder_f64(x, y) = libm::remainder(x, y);
    "rootn" rootn_f32 rootn_f64(x, n) = rootn(x, n);
    "sin" sin_f32 sin_f64(x) = libm::sin(x);
    "sinh" sinh_f32 sinh_f64(x) = libm::sinh(x);
    "sinpi" sinpi_f32 sinpi_f64(x) = sin_of_turns(x);
    "tan" tan_f32 tan_f64(x) = libm::tan(x);
    "tanh" tanh_f32 tanh_f64(x) = libm::tanh(x);
    "tanpi" tanpi_f32 tanpi_f64(x) = tan_of_turns(x);
    "tgamma" tgamma_f32 tgamma_f64(x) = libm::tgamma(x);
}

/// The sign of the gamma function, which changes at each negative integer, where the function is undefined.
fn gamma_sign(x: f64) -> f64 {
    match x {
        _ if x < 0.0 && x == x.floor() => 0.0,
        _ if x < 0.0 && x.floor() % 2.0 != 0.0 => -1.0,
        _ if x == 0.0 && x.is_sign_negative() => -1.0,
        _ => 1.0,
    }
}

/// The low seven bits of the quotient, rounded to the nearest integer, with its sign.
fn quotient(x: f64, y: f64) -> f64 {
    f64::from(libm::remquo(x, y).1 % 128)
}

/// The root of integer degree.
fn rootn(x: f64, n: f64) -> f64 {
    let is_odd = n % 2.0 != 0.0;
    if n == 0.0 || (x < 0.0 && !is_odd) {
        return f64::NAN;
    }
    let magnitude = x.abs();
    if magnitude == 0.0 || magnitude.is_infinite() || x.is_nan() {
        let root = libm::pow(magnitude, 1.0 / n);
        return if is_odd { root.copysign(x) } else { root };
    }
    // The exponent 1/n is rounded; one Newton step corrects that.
    let mut root = libm::pow(magnitude, 1.0 / n);
    let power = libm::pow(root, n);
    if power.is_normal() {
        root -= root * (power / magnitude - 1.0) / n;
    }
    if is_odd { root.copysign(x) } else { root }
}

/// sin(pi x).
fn sin_of_turns(x: f64) -> f64 {
    of_turns(x).0
}

/// cos(pi x).
fn cos_of_turns(x: f64) -> f64 {
    of_turns(x).1
}

/// tan(pi x).
fn tan_of_turns(x: f64) -> f64 {
    let (sin, cos) = of_turns(x);
    sin / cos
}

/// sin(pi x) and cos(pi x), exact at multiples of one half.
fn of_turns(x: f64) -> (f64, f64) {
    let rest = x % 2.0;
    // The reduction by quarter turns is exact and leaves at most an eighth.
    let quarters = (rest * 2.0).round();
    let angle = (rest - quarters / 2.0) * std::f64::consts::PI;
    let (sin, cos) = libm::sincos(angle);
    match (quarters as i64).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// The symbols of all functions that kernels may call, with their addresses.
pub fn symbols() -> Vec<(String, usize)> {
    let both = |(name, single, double)| [(abi::math_symbol(name, 32), single), (abi::math_symbol(name, 64), double)];
    table().into_iter().flat_map(both).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_that_kernels_may_call_is_there() {
        let ours: Vec<_> = table().into_iter().map(|(name, ..)| name).collect();
        let theirs: Vec<_> = abi::MATH_FUNCTIONS.iter().map(|(name, _)| *name).collect();
        assert_eq!(ours, theirs);
        assert_eq!(symbols()[1].0, "shader_acos_f64");
    }

    #[test]
    fn results_are_those_of_the_functions() {
        assert_eq!(sin_f32(1.0), 0.841_470_96);
        assert_eq!(atan2_f32(1.0, -1.0), 2.356_194_5);
        assert_eq!(fmod_f32(-5.5, 2.0), -1.5);
        assert!(acos_f32(2.0).is_nan());
        assert_eq!([sinpi_f64(1.0), cospi_f64(0.5), sinpi_f64(2.5), cospi_f64(-3.0)], [0.0, 0.0, 1.0, -1.0]);
        let rows =
            [(5.0, 2.0, 1.0), (7.0, 2.0, -1.0), (3.0, 2.0, -1.0), (1.0, 2.0, 1.0), (-5.5, 2.0, 0.5), (6.5, 2.0, 0.5)];
        for (x, y, rest) in rows {
            assert_eq!(remainder_f64(x, y), rest, "{x} {y}");
        }
        for (x, y, count) in [(5.0, 2.0, 2.0), (7.0, 2.0, 4.0), (-7.0, 2.0, -4.0), (300.0, 1.0, 44.0), (0.5, 2.0, 0.0)]
        {
            assert_eq!(quotient_f64(x, y), count, "{x} {y}");
        }
        assert_eq!([rootn_f64(27.0, 3.0), rootn_f64(-8.0, 3.0), rootn_f64(4.0, -2.0)], [3.0, -2.0, 0.5]);
        assert_eq!([gamma_sign(2.5), gamma_sign(-0.5), gamma_sign(-1.5), gamma_sign(-2.0)], [1.0, -1.0, 1.0, 0.0]);
        assert_eq!([tgamma_f64(5.0), erf_f64(0.0), erfc_f64(0.0), lgamma_f64(1.0)], [24.0, 0.0, 1.0, 0.0]);
    }
}
