//! The values of literals: numbers, strings and characters from their spelling.
//!
//! The type of a literal is decided by semantic analysis; here suffixes are only distinguished.

use crate::ast::{FloatSuffix, IntSuffix, Literal};
use crate::diagnostics;
use base::diag::Sink;
use base::source::Span;

/// An error in a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralError {
    /// The letters at its end are not a suffix.
    Suffix {
        /// The letters.
        suffix: String,
        /// True if the number is an integer.
        integer: bool,
    },
    /// A digit of another base.
    Digit {
        /// The digit.
        digit: char,
        /// The base in words.
        base: &'static str,
    },
    /// The value has more than 64 bits.
    TooLarge,
    /// Digits are missing; the text says where.
    NoDigits(&'static str),
    /// An escape without digits, or with a value that is not a character.
    Escape(String),
    /// A character literal without or with several characters.
    Character,
}

impl LiteralError {
    /// Reports the error at the literal.
    pub fn report(self, span: Span, sink: &mut Sink) {
        match self {
            LiteralError::Suffix { suffix, integer } => {
                let what = if integer { "an integer" } else { "a floating-point number" }.to_owned();
                sink.report(span, diagnostics::InvalidSuffix { suffix, what });
            }
            LiteralError::Digit { digit, base } => {
                sink.report(span, diagnostics::InvalidDigit { digit: digit.to_string(), base: base.to_owned() });
            }
            LiteralError::TooLarge => {
                sink.report(span, diagnostics::IntegerTooLarge {});
            }
            LiteralError::NoDigits(place) => {
                sink.report(span, diagnostics::MissingDigits { place: place.to_owned() });
            }
            LiteralError::Escape(escape) => {
                sink.report(span, diagnostics::InvalidEscape { escape });
            }
            LiteralError::Character => {
                sink.report(span, diagnostics::InvalidCharacter {});
            }
        }
    }
}

const INT_SUFFIXES: &[(&str, IntSuffix)] = &[
    ("", IntSuffix::None),
    ("u", IntSuffix::U),
    ("l", IntSuffix::L),
    ("ul", IntSuffix::UL),
    ("lu", IntSuffix::UL),
    ("ll", IntSuffix::LL),
    ("ull", IntSuffix::ULL),
    ("llu", IntSuffix::ULL),
];

const FLOAT_SUFFIXES: &[(&str, FloatSuffix)] = &[
    ("", FloatSuffix::None),
    ("f", FloatSuffix::F),
    ("h", FloatSuffix::H),
    ("l", FloatSuffix::L),
    ("f16", FloatSuffix::F16),
    ("f32", FloatSuffix::F32),
    ("f64", FloatSuffix::F64),
];

/// Returns whether letters after a `.` end a floating-point number.
pub(crate) fn is_float_suffix(letters: &[u8]) -> bool {
    FLOAT_SUFFIXES.iter().any(|(name, _)| name.as_bytes().eq_ignore_ascii_case(letters))
}

/// The value of a number token.
///
/// # Errors
/// When the token is not a number of the language; the lexer takes every run of letters and digits for one.
pub fn number(text: &str) -> Result<Literal, LiteralError> {
    let bytes = text.as_bytes();
    if let Some(short) = short_decimal(bytes) {
        return Ok(short);
    }
    match (bytes.first(), bytes.get(1)) {
        (Some(b'0'), Some(b'x' | b'X')) => hexadecimal(&text[2..]),
        (Some(b'0'), Some(b'b' | b'B')) => integer(&text[2..], 2, "binary"),
        _ => {
            let digits = leading(text, |c| c.is_ascii_digit());
            let is_float = matches!(bytes.get(digits), Some(b'.' | b'e' | b'E'))
                || matches!(&bytes[digits..], [b'f' | b'F' | b'h' | b'H', ..]);
            if is_float {
                decimal_float(text)
            } else if digits > 1 && bytes[0] == b'0' {
                integer(&text[1..], 8, "octal")
            } else {
                integer(text, 10, "decimal")
            }
        }
    }
}

/// The value of a number of few decimal digits, as most are: `1`, `2u`, `0.5`, `1.0f`. A quotient of numbers that are
/// exact is rounded once, as the number itself is.
fn short_decimal(text: &[u8]) -> Option<Literal> {
    const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    if text.len() > POWERS.len() {
        return None;
    }
    let (mut value, mut point, mut at) = (0_u64, None, 0);
    loop {
        match text.get(at) {
            Some(digit @ b'0'..=b'9') => value = value * 10 + u64::from(digit - b'0'),
            Some(b'.') if point.is_none() => point = Some(at),
            _ => break,
        }
        at += 1;
    }
    let digits = at - usize::from(point.is_some());
    let float = |suffix| {
        let decimals = point.map_or(0, |point| at - 1 - point);
        Some(Literal::Float { value: value as f64 / POWERS[decimals], suffix })
    };
    let integer = |suffix| Some(Literal::Int { value, suffix, decimal: true });
    match &text[at..] {
        _ if digits == 0 => None,
        [] if point.is_some() => float(FloatSuffix::None),
        [b'f' | b'F'] => float(FloatSuffix::F),
        [b'h' | b'H'] => float(FloatSuffix::H),
        // An octal number.
        _ if point.is_some() || (digits > 1 && text[0] == b'0') => None,
        [] => integer(IntSuffix::None),
        [b'u' | b'U'] => integer(IntSuffix::U),
        _ => None,
    }
}

/// The digits of an integer after its prefix, and its suffix.
fn integer(text: &str, radix: u32, base: &'static str) -> Result<Literal, LiteralError> {
    let digits = leading(text, |c| char::from(c).is_digit(radix.max(10)));
    let (digits, suffix) = text.split_at(digits);
    if let Some(digit) = digits.chars().find(|digit| !digit.is_digit(radix)) {
        return Err(LiteralError::Digit { digit, base });
    }
    if digits.is_empty() {
        return Err(LiteralError::NoDigits("missing digits after the prefix of a number"));
    }
    let suffix = suffix_of(INT_SUFFIXES, suffix, true)?;
    let value = u64::from_str_radix(digits, radix).map_err(|_| LiteralError::TooLarge)?;
    Ok(Literal::Int { value, suffix, decimal: radix == 10 })
}

fn decimal_float(text: &str) -> Result<Literal, LiteralError> {
    let bytes = text.as_bytes();
    let mut end = leading(text, |c| c.is_ascii_digit() || c == b'.');
    if let Some((value, length)) = special_value(&bytes[end..]) {
        let suffix = suffix_of(FLOAT_SUFFIXES, &text[end + length..], false)?;
        return Ok(Literal::Float { value, suffix });
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        end = exponent_end(text, end)?;
    }
    let suffix = suffix_of(FLOAT_SUFFIXES, &text[end..], false)?;
    let no_digits = LiteralError::NoDigits("floating-point number requires digits");
    let value = text[..end].parse().map_err(|_| no_digits)?;
    Ok(Literal::Float { value, suffix })
}

fn hexadecimal(text: &str) -> Result<Literal, LiteralError> {
    let is_float = text.bytes().any(|c| matches!(c, b'.' | b'p' | b'P'));
    if is_float { hexadecimal_float(text) } else { integer(text, 16, "hexadecimal") }
}

/// A hexadecimal floating-point number after its `0x`.
fn hexadecimal_float(text: &str) -> Result<Literal, LiteralError> {
    let mut mantissa = 0u64;
    let mut exponent = 0i64;
    let mut digits = 0;
    let mut fraction = false;
    let mut at = 0;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(16) {
            digits += 1;
            let full = mantissa >> 60 != 0;
            // Excess digits are only recorded as a sticky bit, so that rounding stays right.
            mantissa = if full { mantissa | u64::from(digit != 0) } else { mantissa << 4 | u64::from(digit) };
            exponent += 4 * (i64::from(full) - i64::from(fraction));
        } else if c == '.' && !fraction {
            fraction = true;
        } else {
            break;
        }
        at += 1;
    }
    if digits == 0 {
        return Err(LiteralError::NoDigits("missing digits after the prefix of a number"));
    }
    if !matches!(text.as_bytes().get(at), Some(b'p' | b'P')) {
        return Err(LiteralError::NoDigits("hexadecimal floating-point number requires an exponent"));
    }
    let end = exponent_end(text, at)?;
    let suffix = suffix_of(FLOAT_SUFFIXES, &text[end..], false)?;
    let written: i64 =
        text[at + 1..end].parse().unwrap_or(if text[at + 1..].starts_with('-') { -99_999 } else { 99_999 });
    Ok(Literal::Float { value: scale(mantissa, exponent.saturating_add(written)), suffix })
}

/// `mantissa` times two to the power of `exponent`, rounded once.
fn scale(mantissa: u64, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let top = exponent + 63 - i64::from(mantissa.leading_zeros());
    if top > 1023 {
        return f64::INFINITY;
    }
    if top < -1080 {
        return 0.0;
    }
    // Subnormal results have fewer bits, so the bits to be lost are rounded before scaling.
    let kept = (top + 1075).clamp(0, 53);
    let lost = 64 - i64::from(mantissa.leading_zeros()) - kept;
    let (mantissa, exponent) =
        if lost > 0 { (round(mantissa, lost as u32), exponent + lost) } else { (mantissa, exponent) };
    let half = exponent / 2;
    mantissa as f64 * 2f64.powi(half as i32) * 2f64.powi((exponent - half) as i32)
}

/// `value` without its `lost` lowest bits, rounded to the nearest, ties to even.
fn round(value: u64, lost: u32) -> u64 {
    if lost > 64 {
        return 0;
    }
    let kept = value.checked_shr(lost).unwrap_or(0);
    let rest = value - kept.checked_shl(lost).unwrap_or(0);
    let half = 1u64 << (lost - 1);
    kept + u64::from(rest > half || (rest == half && kept & 1 == 1))
}

/// The end of an exponent whose letter is at `at`.
fn exponent_end(text: &str, at: usize) -> Result<usize, LiteralError> {
    let start = at + 1 + usize::from(matches!(text.as_bytes().get(at + 1), Some(b'+' | b'-')));
    match leading(&text[start..], |c| c.is_ascii_digit()) {
        0 => Err(LiteralError::NoDigits("exponent has no digits")),
        digits => Ok(start + digits),
    }
}

fn suffix_of<T: Copy>(table: &[(&str, T)], suffix: &str, integer: bool) -> Result<T, LiteralError> {
    let row = table.iter().find(|(name, _)| name.eq_ignore_ascii_case(suffix));
    row.map(|row| row.1).ok_or_else(|| LiteralError::Suffix { suffix: suffix.to_owned(), integer })
}

fn leading(text: &str, wanted: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|&c| wanted(c)).count()
}

/// The text of a string literal, quotes removed and escapes resolved. A missing closing quote is tolerated: it was
/// reported when the token was read.
///
/// # Errors
/// When an escape has no digits or names no character.
pub fn string(text: &str) -> Result<String, LiteralError> {
    let body = text.strip_prefix('"').unwrap_or(text);
    unescape(body.strip_suffix('"').unwrap_or(body))
}

/// The value of a character literal.
///
/// # Errors
/// When it does not hold exactly one character.
pub fn character(text: &str) -> Result<Literal, LiteralError> {
    let body = text.strip_prefix('\'').unwrap_or(text);
    let body = unescape(body.strip_suffix('\'').unwrap_or(body))?;
    let mut characters = body.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => {
            Ok(Literal::Int { value: u64::from(u32::from(only)), suffix: IntSuffix::None, decimal: true })
        }
        _ => Err(LiteralError::Character),
    }
}

fn unescape(body: &str) -> Result<String, LiteralError> {
    let mut text = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let (character, length) = escape(&rest[at + 1..])?;
        text.extend(character);
        rest = &rest[at + 1 + length..];
    }
    text.push_str(rest);
    Ok(text)
}

/// The character of the escape whose backslash precedes `text`, and how much of `text` belongs to it.
fn escape(text: &str) -> Result<(Option<char>, usize), LiteralError> {
    let Some(letter) = text.chars().next() else { return Ok((Some('\\'), 0)) };
    let plain = |character: char| Ok((Some(character), letter.len_utf8()));
    match letter {
        'n' => plain('\n'),
        't' => plain('\t'),
        'r' => plain('\r'),
        'a' => plain('\x07'),
        'b' => plain('\x08'),
        'f' => plain('\x0c'),
        'v' => plain('\x0b'),
        'x' => coded(text, 1, usize::MAX, 16),
        'u' => coded(text, 1, 4, 16),
        'U' => coded(text, 1, 8, 16),
        '0'..='7' => coded(text, 0, 3, 8),
        other => plain(other),
    }
}

/// An escape that gives its character's number in at most `most` digits from `start` on.
fn coded(text: &str, start: usize, most: usize, radix: u32) -> Result<(Option<char>, usize), LiteralError> {
    let digits = leading(&text[start..], |c| char::from(c).is_digit(radix)).min(most);
    let end = start + digits;
    let code = u32::from_str_radix(&text[start..end], radix).ok().and_then(char::from_u32);
    match code {
        Some(character) => Ok((Some(character), end)),
        None => Err(LiteralError::Escape(format!("\\{}", &text[..end]))),
    }
}

/// Names of infinities and NaN after `1.`; the digits say nothing.
const SPECIAL_VALUES: &[(&str, f64)] =
    &[("#INF", f64::INFINITY), ("#IND", f64::NAN), ("#QNAN", f64::NAN), ("#SNAN", f64::NAN)];

/// The special value at the start of `text` and the length of its name.
pub(crate) fn special_value(text: &[u8]) -> Option<(f64, usize)> {
    let row = SPECIAL_VALUES.iter().find(|(name, _)| text.starts_with(name.as_bytes()))?;
    Some((row.1, row.0.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: u64, suffix: IntSuffix, decimal: bool) -> Result<Literal, LiteralError> {
        Ok(Literal::Int { value, suffix, decimal })
    }

    #[test]
    fn integers_have_a_base_and_a_suffix() {
        assert_eq!(number("0"), int(0, IntSuffix::None, true));
        assert_eq!(number("42u"), int(42, IntSuffix::U, true));
        assert_eq!(number("0x1FuL"), int(31, IntSuffix::UL, false));
        assert_eq!(number("0b101ll"), int(5, IntSuffix::LL, false));
        assert_eq!(number("017ULL"), int(15, IntSuffix::ULL, false));
        assert_eq!(number("18446744073709551615"), int(u64::MAX, IntSuffix::None, true));
    }

    #[test]
    fn floating_point_numbers_have_a_suffix() {
        for (text, value, suffix) in [
            ("1.0", 1.0, FloatSuffix::None),
            ("1.", 1.0, FloatSuffix::None),
            (".5h", 0.5, FloatSuffix::H),
            ("1e3f", 1000.0, FloatSuffix::F),
            ("2.5e-1L", 0.25, FloatSuffix::L),
            ("1.5f16", 1.5, FloatSuffix::F16),
            ("3f", 3.0, FloatSuffix::F),
            ("09.5", 9.5, FloatSuffix::None),
            ("1.#INF", f64::INFINITY, FloatSuffix::None),
            ("234.5#INFl", f64::INFINITY, FloatSuffix::L),
            ("0x1.8p-1", 0.75, FloatSuffix::None),
            ("0x1.0p-24f", 2f64.powi(-24), FloatSuffix::F),
            ("0xAp+4", 160.0, FloatSuffix::None),
            ("0x1p-1074", f64::from_bits(1), FloatSuffix::None),
            ("0x1p99999", f64::INFINITY, FloatSuffix::None),
            ("0x1p-99999999999999999999", 0.0, FloatSuffix::None),
            ("0x1.fffffffffffff8p0", 2.0, FloatSuffix::None),
        ] {
            assert_eq!(number(text), Ok(Literal::Float { value, suffix }), "{text}");
        }
        assert!(matches!(number("1.#IND"), Ok(Literal::Float { value, .. }) if value.is_nan()));
    }

    #[test]
    fn short_numbers_have_the_nearest_value() {
        let mut seed = 3u64;
        for round in 0..20_000_u64 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let digits = (seed >> 12) % 10u64.pow(1 + (round % 15) as u32);
            let mut text = digits.to_string();
            text.insert((seed >> 40) as usize % (text.len() + 1), '.');
            let value: f64 = text.parse().expect("a number");
            assert_eq!(number(&text), Ok(Literal::Float { value, suffix: FloatSuffix::None }), "{text}");
            let suffix = FloatSuffix::F;
            assert_eq!(number(&format!("{text}f")), Ok(Literal::Float { value, suffix }), "{text}");
            assert_eq!(number(&format!("1{digits}u")), int(behind_one(digits), IntSuffix::U, true), "{digits}");
        }
    }

    /// The number whose digits these are behind a one.
    fn behind_one(digits: u64) -> u64 {
        format!("1{digits}").parse().expect("a number")
    }

    #[test]
    fn malformed_numbers_say_why() {
        assert_eq!(number("089"), Err(LiteralError::Digit { digit: '8', base: "octal" }));
        assert_eq!(number("0b12"), Err(LiteralError::Digit { digit: '2', base: "binary" }));
        assert_eq!(number("12abc"), Err(LiteralError::Suffix { suffix: "abc".into(), integer: true }));
        assert_eq!(number("1.0x"), Err(LiteralError::Suffix { suffix: "x".into(), integer: false }));
        assert_eq!(number("18446744073709551616"), Err(LiteralError::TooLarge));
        assert!(matches!(number("0x"), Err(LiteralError::NoDigits(_))));
        assert!(matches!(number("1e+"), Err(LiteralError::NoDigits(_))));
        assert!(matches!(number("0x1.8"), Err(LiteralError::NoDigits(_))));
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(string(r#""a\tb\"\x41\101\u00e4\q""#), Ok("a\tb\"AAäq".to_owned()));
        assert_eq!(string("\"open"), Ok("open".to_owned()));
        assert_eq!(string(r#""\x""#), Err(LiteralError::Escape("\\x".into())));
        assert_eq!(string(r#""\UFFFFFFFF""#), Err(LiteralError::Escape("\\UFFFFFFFF".into())));
        assert_eq!(character("'a'"), int(97, IntSuffix::None, true));
        assert_eq!(character("'\\n'"), int(10, IntSuffix::None, true));
        assert_eq!(character("''"), Err(LiteralError::Character));
        assert_eq!(character("'ab'"), Err(LiteralError::Character));
    }

    #[test]
    fn any_text_is_read_without_panic() {
        let mut seed = 7u32;
        for _ in 0..20_000 {
            let text: String = (0..12)
                .map(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    char::from(b"0x1.8epf9bAuUlL+-#INF\\'\""[(seed >> 16) as usize % 24])
                })
                .collect();
            let results = (number(&text), string(&text), character(&text));
            assert!(!format!("{results:?}").is_empty());
        }
    }
}
