//! Functions of numbers that compiled kernels call because LLVM has no instruction for them.
//!
//! Single precision goes through double precision, so that results are as near as they can be.

use lower::abi;

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
    "acos" acos_f32 acos_f64(x) = x.acos();
    "acosh" acosh_f32 acosh_f64(x) = x.acosh();
    "asin" asin_f32 asin_f64(x) = x.asin();
    "asinh" asinh_f32 asinh_f64(x) = x.asinh();
    "atan" atan_f32 atan_f64(x) = x.atan();
    "atan2" atan2_f32 atan2_f64(y, x) = y.atan2(x);
    "atanh" atanh_f32 atanh_f64(x) = x.atanh();
    "cos" cos_f32 cos_f64(x) = x.cos();
    "cosh" cosh_f32 cosh_f64(x) = x.cosh();
    "exp" exp_f32 exp_f64(x) = x.exp();
    "exp2" exp2_f32 exp2_f64(x) = x.exp2();
    "fmod" fmod_f32 fmod_f64(x, y) = x % y;
    "log" log_f32 log_f64(x) = x.ln();
    "log2" log2_f32 log2_f64(x) = x.log2();
    "pow" pow_f32 pow_f64(x, y) = x.powf(y);
    "sin" sin_f32 sin_f64(x) = x.sin();
    "sinh" sinh_f32 sinh_f64(x) = x.sinh();
    "tan" tan_f32 tan_f64(x) = x.tan();
    "tanh" tanh_f32 tanh_f64(x) = x.tanh();
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
    }
}
