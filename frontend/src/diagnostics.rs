//! The diagnostics of this crate: E10xx and W10xx come from lexing and preprocessing, E11xx and W11xx from parsing.

base::diagnostics! {
    /// The character starts no token of the language. It was left out.
    E1001 error UnknownCharacter { text } "unexpected character '{text}'";
    /// A string or character literal has to end on the line on which it starts.
    E1002 error UnterminatedLiteral { quote } "missing closing {quote}";
    /// A comment that starts with `/*` has to end with `*/`.
    E1003 error UnterminatedComment {} "unterminated /* comment";
    /// The letters behind a number are no suffix of that kind of number. Integers take `u`, `l`, `ll` and their
    /// combinations; floating-point numbers take `f`, `h`, `l`, `f16`, `f32` and `f64`.
    E1004 error InvalidSuffix { suffix, what } "invalid suffix '{suffix}' on {what}";
    /// The digit does not exist in the base in which the number is written.
    E1005 error InvalidDigit { digit, base } "invalid digit '{digit}' in {base} number";
    /// Integer literals have at most 64 bits.
    E1006 error IntegerTooLarge {} "integer literal does not fit 64 bits";
    /// Digits have to follow a prefix such as `0x` and an exponent's `e` or `p`; a hexadecimal floating-point number
    /// needs an exponent.
    E1007 error MissingDigits { place } "{place}";
    /// An escape needs digits, and its value has to be a character.
    E1008 error InvalidEscape { escape } "invalid escape '{escape}'";
    /// A character literal holds exactly one character.
    E1009 error InvalidCharacter {} "a character literal holds exactly one character";
}
