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
    /// The token cannot stand here.
    E1101 error Unexpected { found } "unexpected {found}";
    /// Something is missing right behind what was read so far.
    E1102 error Expected { what, place } "expected {what}{place}";
    /// Something else has to stand here.
    E1103 error ExpectedFound { what, found } "expected {what}, found {found}";
    /// The other half of a pair of brackets is missing.
    E1104 error Unmatched { bracket } "unmatched '{bracket}'";
    /// Brackets, blocks and template arguments nest deeper than any program needs. The rest was not looked at.
    E1105 error NestingTooDeep { limit } "nesting is deeper than {limit} levels";
    /// The word belongs to C++ and has no meaning in HLSL, but cannot be used as a name either.
    E1106 error ReservedWord { word } "'{word}' is a reserved word that HLSL does not support";
    /// The feature came with HLSL 2021; an older version was asked for with `-HV`.
    E1107 error NeedsHlsl2021 { feature } "HLSL 2021 or later is needed for {feature}";
    /// Values are copied in and out: a parameter that is written to is declared `inout` or `out`.
    E1108 error NoPointers {} "HLSL has no pointers or references";
    /// There are no pointers to go through; members are named behind a dot.
    E1109 error NoArrow {} "HLSL has no '->'; members are named with '.'";
    /// The number of arguments of functions and templates is fixed.
    E1110 error NoEllipsis {} "'...' is not supported: HLSL has no variadic functions or templates";
    /// Any method may change its object.
    E1111 error NoConstMethods {} "HLSL has no 'const' methods";
    /// An `else` belongs to the `if` right before it.
    E1112 error StrayElse {} "'else' without a matching 'if'";
    /// A function has to be declared with a name.
    E1113 error NoLambdas {} "HLSL has no lambda expressions";
    /// The tree of an expression or statement is too deep to work with: a chain of operators or of `else if` is too
    /// long. Split it.
    E1114 error TreeTooDeep { what, limit } "{what} with more than {limit} levels";
    /// So much text could not be understood that the rest was not looked at.
    E1115 error GaveUp {} "giving up: too much of the text could not be understood";
}
