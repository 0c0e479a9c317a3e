//! Numbers and texts as C's `printf` writes them.
//!
//! Knows a format and the words that a kernel has given for it, and nothing of kernels.

use abi::print::{Format, Layout, Piece, Shown, Value};

/// The default number of digits after the point.
const USUAL_PRECISION: usize = 6;

/// Formats the words of a call, up to a limit of bytes.
pub(super) fn write(text: &mut String, format: &Format, words: &[u64], most: usize) {
    let mut words = words.iter().copied();
    let start = text.len();
    for piece in &format.pieces {
        match piece {
            Piece::Text(plain) => text.push_str(plain),
            Piece::Given(given, layout) => {
                let count = layout.precision.unwrap_or(usize::MAX);
                let cut: String = given.chars().take(count).collect();
                text.push_str(&padded("", &cut, Layout { zeros: false, ..*layout }));
            }
            Piece::Value(value) => {
                for component in 0..value.components {
                    if component > 0 {
                        text.push_str(&value.separator);
                    }
                    text.push_str(&number(value, words.next().unwrap_or(0)));
                }
            }
        }
        if text.len() > most {
            return;
        }
    }
    if format.is_line && !text[start..].ends_with('\n') {
        text.push('\n');
    }
}

/// Truncates a text to this many bytes.
pub(super) fn cut(text: &mut String, most: usize) {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.truncate(end.unwrap_or(0));
}

/// A formatted number.
fn number(value: &Value, word: u64) -> String {
    let Layout { precision, alternate, .. } = value.layout;
    let made = match value.shown {
        Shown::Signed => {
            integer(sign_of(word as i64 as f64, &value.layout), (word as i64).unsigned_abs().to_string(), value)
        }
        Shown::Unsigned => integer("", word.to_string(), value),
        Shown::Octal if alternate && word != 0 => integer("", format!("0{word:o}"), value),
        Shown::Octal => integer("", format!("{word:o}"), value),
        Shown::Hex if alternate && word != 0 => integer("0x", format!("{word:x}"), value),
        Shown::Hex => integer("", format!("{word:x}"), value),
        Shown::Char => padded("", &char::from(word as u8).to_string(), Layout { zeros: false, ..value.layout }),
        Shown::Fixed | Shown::Exponent | Shown::General | Shown::HexFloat => {
            let number = f64::from_bits(word);
            let sign = if number.is_sign_negative() { "-" } else { sign_of(0.0, &value.layout) };
            let digits = match (number.is_nan(), number.is_infinite()) {
                (true, _) => return cased(padded(sign, "nan", Layout { zeros: false, ..value.layout }), value),
                (_, true) => return cased(padded(sign, "inf", Layout { zeros: false, ..value.layout }), value),
                _ => digits(value.shown, number.abs(), precision, alternate),
            };
            match digits.strip_prefix("0x") {
                Some(rest) => padded(&format!("{sign}0x"), rest, value.layout),
                None => padded(sign, &digits, value.layout),
            }
        }
    };
    cased(made, value)
}

fn cased(text: String, value: &Value) -> String {
    if value.is_upper { text.to_uppercase() } else { text }
}

fn sign_of(number: f64, layout: &Layout) -> &'static str {
    match (number < 0.0, layout.plus, layout.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// The digits of an integer, of which the precision is the least number.
fn integer(sign: &str, digits: String, value: &Value) -> String {
    let layout = value.layout;
    let Some(least) = layout.precision else { return padded(sign, &digits, layout) };
    let digits = if least == 0 && digits == "0" { String::new() } else { format!("{digits:0>least$}") };
    padded(sign, &digits, Layout { zeros: false, ..layout })
}

/// Pads to the width.
fn padded(sign: &str, text: &str, layout: Layout) -> String {
    let missing = layout.width.saturating_sub(sign.len() + text.chars().count());
    match (layout.left, layout.zeros) {
        (true, _) => format!("{sign}{text}{}", " ".repeat(missing)),
        (false, true) => format!("{sign}{}{text}", "0".repeat(missing)),
        (false, false) => format!("{}{sign}{text}", " ".repeat(missing)),
    }
}

/// The digits of a finite number without its sign.
fn digits(shown: Shown, number: f64, precision: Option<usize>, alternate: bool) -> String {
    let usual = precision.unwrap_or(USUAL_PRECISION);
    match shown {
        Shown::Exponent => with_point(exponent(number, usual), alternate),
        Shown::General => general(number, usual.max(1), alternate),
        Shown::HexFloat => with_point(hex(number, precision), alternate),
        Shown::Fixed | Shown::Signed | Shown::Unsigned | Shown::Octal | Shown::Hex | Shown::Char => {
            with_point(format!("{number:.usual$}"), alternate)
        }
    }
}

/// A number with a decimal point; with the flag `#` also if no digits follow.
fn with_point(text: String, alternate: bool) -> String {
    if !alternate || text.contains('.') {
        return text;
    }
    let end = text.find(['e', 'p']).unwrap_or(text.len());
    format!("{}.{}", &text[..end], &text[end..])
}

/// With an exponent of two digits at least.
fn exponent(number: f64, precision: usize) -> String {
    let text = format!("{number:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}e{sign}{exponent:0>2}")
}

/// The shorter form with this many significant digits, without trailing zeros.
fn general(number: f64, precision: usize, alternate: bool) -> String {
    let text = format!("{number:.*e}", precision - 1);
    let power: i64 = text.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    let is_fixed = power >= -4 && power < precision as i64;
    let text = match is_fixed {
        true => format!("{number:.*}", (precision as i64 - 1 - power) as usize),
        false => exponent(number, precision - 1),
    };
    if alternate {
        return with_point(text, true);
    }
    let end = text.find('e').unwrap_or(text.len());
    let (digits, power) = text.split_at(end);
    let short = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{short}{power}")
}

/// The number of bits and of hexadecimal digits after the point of an `f64`.
const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
const FRACTION_DIGITS: usize = FRACTION_BITS as usize / 4;

/// The bits of a number, rounded to this many hexadecimal digits.
fn hex(number: f64, precision: Option<usize>) -> String {
    let bits = number.to_bits();
    let (field, mut fraction) = (bits >> FRACTION_BITS, bits & ((1 << FRACTION_BITS) - 1));
    let power = match (field, fraction) {
        (0, 0) => 0,
        (0, _) => f64::MIN_EXP - 1,
        (field, _) => field as i32 - (f64::MAX_EXP - 1),
    };
    let mut lead = u64::from(field > 0);
    if let Some(digits) = precision.filter(|digits| *digits < FRACTION_DIGITS) {
        let cut = 4 * (FRACTION_DIGITS - digits) as u32;
        let whole = (lead << FRACTION_BITS) | fraction;
        let (half, rest, kept) = (1 << (cut - 1), whole & ((1 << cut) - 1), whole >> cut);
        let is_up = rest > half || rest == half && kept & 1 == 1;
        let rounded = (kept + u64::from(is_up)) << cut;
        (lead, fraction) = (rounded >> FRACTION_BITS, rounded & ((1 << FRACTION_BITS) - 1));
    }
    let all = format!("{fraction:0>FRACTION_DIGITS$x}");
    let digits = match precision {
        Some(count) => format!("{all:0<count$}")[..count].to_owned(),
        None => all.trim_end_matches('0').to_owned(),
    };
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{lead}{point}{digits}p{power:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(flags: &str, width: usize, precision: Option<usize>) -> Layout {
        let has = |flag: char| flags.contains(flag);
        let (left, plus, space) = (has('-'), has('+'), has(' '));
        Layout { left, plus, space, alternate: has('#'), zeros: has('0'), width, precision }
    }

    fn shown(shown: Shown, layout: Layout, word: u64) -> String {
        number(&Value { shown, is_upper: false, layout, components: 1, separator: String::new() }, word)
    }

    /// Rows of what a C library prints: flags, width, precision, number, text.
    type Case<T> = (Shown, &'static str, usize, Option<usize>, T, &'static str);

    #[test]
    fn integers_are_written_as_in_c() {
        let cases: &[Case<i64>] = &[
            (Shown::Signed, "", 0, None, -42, "-42"),
            (Shown::Signed, "", 6, None, -42, "   -42"),
            (Shown::Signed, "0", 6, None, -42, "-00042"),
            (Shown::Signed, "-", 6, None, -42, "-42   "),
            (Shown::Signed, "+", 0, None, 42, "+42"),
            (Shown::Signed, " ", 0, None, 42, " 42"),
            (Shown::Signed, "0", 8, Some(4), -42, "   -0042"),
            (Shown::Signed, "", 0, Some(0), 0, ""),
            (Shown::Signed, "+", 0, Some(0), 0, "+"),
            (Shown::Signed, "", 0, None, i64::MIN, "-9223372036854775808"),
            (Shown::Unsigned, "+", 0, None, -1, "18446744073709551615"),
            (Shown::Octal, "#", 0, None, 8, "010"),
            (Shown::Octal, "#", 0, Some(5), 8, "00010"),
            (Shown::Octal, "#", 0, None, 0, "0"),
            (Shown::Hex, "#", 0, None, 255, "0xff"),
            (Shown::Hex, "#0", 8, None, 255, "0x0000ff"),
            (Shown::Hex, "#", 0, None, 0, "0"),
            (Shown::Char, "", 3, None, 65, "  A"),
        ];
        for (kind, flags, width, precision, word, text) in cases {
            let found = shown(*kind, layout(flags, *width, *precision), word.cast_unsigned());
            assert_eq!(found, *text, "{kind:?} {flags:?} {width} {precision:?} {word}");
        }
    }

    #[test]
    fn numbers_are_written_as_in_c() {
        let cases: &[Case<f64>] = &[
            (Shown::Fixed, "", 0, None, 1.5, "1.500000"),
            (Shown::Fixed, "", 8, Some(2), -1.255, "   -1.25"),
            (Shown::Fixed, "0", 8, Some(2), -1.5, "-0001.50"),
            (Shown::Fixed, "", 0, Some(0), 2.5, "2"),
            (Shown::Fixed, "#", 0, Some(0), 3.5, "4."),
            (Shown::Fixed, "0", 6, None, f64::INFINITY, "   inf"),
            (Shown::Fixed, "", 0, None, -0.0, "-0.000000"),
            (Shown::Exponent, "", 0, None, 12345.678, "1.234568e+04"),
            (Shown::Exponent, "", 0, Some(0), 0.00015, "1e-04"),
            (Shown::Exponent, "", 0, Some(2), 1e300, "1.00e+300"),
            (Shown::Exponent, "", 0, None, 0.0, "0.000000e+00"),
            (Shown::General, "", 0, None, 100_000.0, "100000"),
            (Shown::General, "", 0, None, 1_000_000.0, "1e+06"),
            (Shown::General, "", 0, None, 0.0001, "0.0001"),
            (Shown::General, "", 0, None, 0.00001, "1e-05"),
            (Shown::General, "", 0, Some(3), 1234.0, "1.23e+03"),
            (Shown::General, "#", 0, None, 1.0, "1.00000"),
            (Shown::General, "", 0, None, 0.0, "0"),
            (Shown::General, "", 0, Some(0), 9.96, "1e+01"),
            (Shown::HexFloat, "", 0, None, 1.0, "0x1p+0"),
            (Shown::HexFloat, "", 0, None, 0.15625, "0x1.4p-3"),
            (Shown::HexFloat, "", 0, Some(1), 1.96875, "0x2.0p+0"),
            (Shown::HexFloat, "", 0, Some(3), 1.5, "0x1.800p+0"),
            (Shown::HexFloat, "0", 12, None, -1.5, "-0x0001.8p+0"),
            (Shown::HexFloat, "", 0, None, 5e-324, "0x0.0000000000001p-1022"),
            (Shown::HexFloat, "", 0, None, 0.0, "0x0p+0"),
        ];
        for (kind, flags, width, precision, word, text) in cases {
            let found = shown(*kind, layout(flags, *width, *precision), word.to_bits());
            assert_eq!(found, *text, "{kind:?} {flags:?} {width} {precision:?} {word}");
        }
        assert_eq!(shown(Shown::Fixed, Layout::default(), f64::NAN.to_bits()), "nan");
    }

    #[test]
    fn vectors_texts_and_ends_of_lines() {
        let value = Value {
            shown: Shown::Hex,
            is_upper: true,
            layout: layout("", 3, None),
            components: 3,
            separator: ", ".to_owned(),
        };
        let given = Piece::Given("text".to_owned(), layout("-0", 4, Some(2)));
        let pieces = vec![Piece::Value(value), Piece::Text("|".to_owned()), given, Piece::Text("|".to_owned())];
        let mut text = "before ".to_owned();
        let format = Format { pieces, is_line: true };
        write(&mut text, &format, &[10, 255, 4096], 100);
        assert_eq!(text, "before   A,  FF, 1000|te  |\n");
        let mut short = String::new();
        write(&mut short, &format, &[10, 255, 4096], 9);
        assert_eq!(short, "  A,  FF, 1000");
        cut(&mut short, 9);
        assert_eq!(short, "  A,  FF,");
        let mut letters = "éé".to_owned();
        cut(&mut letters, 3);
        assert_eq!(letters, "é");
        // Missing words are zeros.
        let mut empty = String::new();
        write(&mut empty, &format, &[], 100);
        assert_eq!(empty, "  0,   0,   0|te  |\n");
    }
}
