//! The functions of numbers that compiled kernels call by name.

use lower::abi;

macro_rules! functions {
    ($float:ty, $width:literal: unary $($unary:ident $name:literal)*; binary $($binary:ident $name2:literal $body:expr;)*) => {{
        $(extern "C" fn $unary(x: $float) -> $float { x.$unary() })*
        $(extern "C" fn $binary(x: $float, y: $float) -> $float { let f: fn($float, $float) -> $float = $body; f(x, y) })*
        [
            $((abi::math_symbol($name, $width), $unary as extern "C" fn($float) -> $float as *const () as usize),)*
            $((abi::math_symbol($name2, $width), $binary as extern "C" fn($float, $float) -> $float as *const () as usize),)*
        ]
    }};
}

macro_rules! functions_of {
    ($float:ident, $width:literal) => {
        functions!($float, $width:
            unary acos "acos" acosh "acosh" asin "asin" asinh "asinh" atan "atan" atanh "atanh" cos "cos" cosh "cosh"
                exp "exp" exp2 "exp2" ln "log" log2 "log2" sin "sin" sinh "sinh" tan "tan" tanh "tanh";
            binary atan2 "atan2" |y, x| y.atan2(x); fmod "fmod" |x, y| x % y; powf "pow" |x, y| x.powf(y);)
    };
}

/// The functions with the names under which kernels call them.
pub fn symbols() -> Vec<(String, usize)> {
    let mut symbols = Vec::from(functions_of!(f32, 32));
    symbols.extend(functions_of!(f64, 64));
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_that_kernels_call_is_here() {
        let symbols = symbols();
        for width in [32, 64] {
            for (name, _) in abi::MATH_FUNCTIONS {
                assert!(symbols.iter().any(|(symbol, _)| *symbol == abi::math_symbol(name, width)), "{name} {width}");
            }
        }
    }
}
