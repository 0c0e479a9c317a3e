//! Text to raw tokens.
//!
//! Lexing cannot fail: malformed input is a kind of token. The lexer knows neither keywords nor macros nor the value of
//! a number; it knows where tokens start and end and what is between them. Line continuations are gone already
//! (see [`base::source`]).

mod usual;

use crate::literal::special_value;
use crate::scan;
use crate::token::{Token, TokenFlags, TokenKind};
use base::intern::{Interner, Symbol};
use base::source::Span;
use logos::{Logos, Skip};
use usual::First;

/// Lexes a whole text whose first byte has the position `base`; the last token is [`TokenKind::Eof`].
pub fn lex(text: &str, base: u32, names: &mut Interner, out: &mut Vec<Token>) {
    out.reserve(text.len() / 4);
    scan(text, 0, Until::End, base, names, out);
    out.push(eof(text, base));
}

/// The token that ends a text.
pub(crate) fn eof(text: &str, base: u32) -> Token {
    let end = base + text.len() as u32;
    Token { kind: TokenKind::Eof, flags: TokenFlags::LINE_START, symbol: Symbol::EMPTY, span: Span::new(end, end) }
}

/// The number of tokens that are lexed before the preprocessor continues: few enough to stay in the processor's cache.
pub(crate) const CHUNK: usize = 2048;

/// The end of a [`scan`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// At the end of the text.
    End,
    /// Before the `#` of a directive, or at the start of a line when [`CHUNK`] tokens were taken.
    Directive,
    /// Before the first token of the next line.
    Line,
}

/// Lexes `text` from the offset `from`, which counts as the start of a line unless the scan is of one line only.
/// Returns the offset where it stopped: the start of the token that was not taken, or the end of the text.
pub(crate) fn scan(
    text: &str,
    from: usize,
    until: Until,
    base: u32,
    names: &mut Interner,
    out: &mut Vec<Token>,
) -> usize {
    let bytes = text.as_bytes();
    let mut raw = Raw::lexer(text);
    let (mut at, mut previous_end, mut line_start) = (from, from, until != Until::Line);
    while let Some(&byte) = bytes.get(at) {
        let usual = match usual::first(byte) {
            First::Blank => {
                at = usual::after_spaces(bytes, at + 1);
                continue;
            }
            First::LineEnd => {
                at = usual::after_spaces(bytes, at + 1);
                line_start = true;
                continue;
            }
            First::Name => Some((TokenKind::Ident, usual::name_end(bytes, at + 1))),
            First::Digit => usual_length(&bytes[at..]).map(|length| (TokenKind::Number, at + length)),
            First::Alone(kind) => Some((kind, at + 1)),
            First::Operator(kind) => (!usual::may_continue(bytes.get(at + 1))).then_some((kind, at + 1)),
            First::Other => None,
        };
        let (kind, end) = match usual {
            Some(usual) => usual,
            None => {
                raw.bump(at - raw.span().end);
                let Some(found) = raw.next() else { break };
                line_start |= std::mem::take(&mut raw.extras.line_start);
                at = raw.span().start;
                (found.map_or(TokenKind::Unknown, Raw::kind), raw.span().end)
            }
        };
        let mut flags = TokenFlags::NONE;
        if std::mem::take(&mut line_start) {
            let stops = match until {
                Until::End => false,
                Until::Directive => kind == TokenKind::Hash || out.len() >= CHUNK,
                Until::Line => true,
            };
            if stops {
                return at;
            }
            flags = TokenFlags::LINE_START;
        }
        if at != previous_end {
            flags = flags.with(TokenFlags::SPACE_BEFORE);
        } else if let Some(previous) = out.last_mut().filter(|_| at != from) {
            previous.flags = previous.flags.with(TokenFlags::JOINT);
        }
        let symbol = if kind.has_symbol() { names.intern_part(text, at..end) } else { Symbol::EMPTY };
        out.push(Token { kind, flags, symbol, span: Span::new(base + at as u32, base + end as u32) });
        (at, previous_end) = (end, end);
    }
    text.len()
}

/// State between tokens.
#[derive(Clone, Copy, Default)]
struct Between {
    /// A line ended since the last token, outside comments.
    line_start: bool,
}

/// The tokens of the generated automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(extras = Between)]
#[logos(skip r"[ \t\r\x0b\x0c]+")]
enum Raw {
    #[regex(r"\n[ \t\r\n\x0b\x0c]*", line_end)]
    LineEnd,
    #[token("//", line_comment)]
    LineComment,
    #[token("/*", block_comment)]
    UnterminatedComment,
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*")]
    Ident,
    #[regex(r"\.?[0-9]", number)]
    Number,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Str,
    #[regex(r"'([^'\\\n]|\\[^\n])*'")]
    Char,
    #[token("\"", unterminated)]
    #[token("'", unterminated)]
    Unterminated,
    #[regex(r"[@`\\\x00-\x08\x0e-\x1f\x7f[^\x00-\x7f]]+")]
    Unknown,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token(".")]
    Dot,
    #[token("...")]
    Ellipsis,
    #[token("?")]
    Question,
    #[token("=")]
    Eq,
    #[token("+=")]
    PlusEq,
    #[token("-=")]
    MinusEq,
    #[token("*=")]
    StarEq,
    #[token("/=")]
    SlashEq,
    #[token("%=")]
    PercentEq,
    #[token("&=")]
    AmpEq,
    #[token("|=")]
    PipeEq,
    #[token("^=")]
    CaretEq,
    #[token("<<=")]
    ShlEq,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("&")]
    Amp,
    #[token("|")]
    Pipe,
    #[token("^")]
    Caret,
    #[token("<<")]
    Shl,
    #[token("<")]
    Lt,
    #[token(">")]
    Gt,
    #[token("<=")]
    Le,
    #[token("==")]
    EqEq,
    #[token("!=")]
    NotEq,
    #[token("&&")]
    AmpAmp,
    #[token("||")]
    PipePipe,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,
    #[token("++")]
    PlusPlus,
    #[token("--")]
    MinusMinus,
    #[token("->")]
    Arrow,
    #[token("#")]
    Hash,
    #[token("##")]
    HashHash,
}

impl Raw {
    #[inline]
    fn kind(self) -> TokenKind {
        match self {
            // Their callbacks skip these two, so that they never occur.
            Raw::LineEnd | Raw::LineComment => TokenKind::Unknown,
            Raw::UnterminatedComment => TokenKind::UnterminatedComment,
            Raw::Ident => TokenKind::Ident,
            Raw::Number => TokenKind::Number,
            Raw::Str => TokenKind::Str,
            Raw::Char => TokenKind::Char,
            Raw::Unterminated => TokenKind::Unterminated,
            Raw::Unknown => TokenKind::Unknown,
            Raw::LParen => TokenKind::LParen,
            Raw::RParen => TokenKind::RParen,
            Raw::LBracket => TokenKind::LBracket,
            Raw::RBracket => TokenKind::RBracket,
            Raw::LBrace => TokenKind::LBrace,
            Raw::RBrace => TokenKind::RBrace,
            Raw::Semicolon => TokenKind::Semicolon,
            Raw::Comma => TokenKind::Comma,
            Raw::Colon => TokenKind::Colon,
            Raw::ColonColon => TokenKind::ColonColon,
            Raw::Dot => TokenKind::Dot,
            Raw::Ellipsis => TokenKind::Ellipsis,
            Raw::Question => TokenKind::Question,
            Raw::Eq => TokenKind::Eq,
            Raw::PlusEq => TokenKind::PlusEq,
            Raw::MinusEq => TokenKind::MinusEq,
            Raw::StarEq => TokenKind::StarEq,
            Raw::SlashEq => TokenKind::SlashEq,
            Raw::PercentEq => TokenKind::PercentEq,
            Raw::AmpEq => TokenKind::AmpEq,
            Raw::PipeEq => TokenKind::PipeEq,
            Raw::CaretEq => TokenKind::CaretEq,
            Raw::ShlEq => TokenKind::ShlEq,
            Raw::Plus => TokenKind::Plus,
            Raw::Minus => TokenKind::Minus,
            Raw::Star => TokenKind::Star,
            Raw::Slash => TokenKind::Slash,
            Raw::Percent => TokenKind::Percent,
            Raw::Amp => TokenKind::Amp,
            Raw::Pipe => TokenKind::Pipe,
            Raw::Caret => TokenKind::Caret,
            Raw::Shl => TokenKind::Shl,
            Raw::Lt => TokenKind::Lt,
            Raw::Gt => TokenKind::Gt,
            Raw::Le => TokenKind::Le,
            Raw::EqEq => TokenKind::EqEq,
            Raw::NotEq => TokenKind::NotEq,
            Raw::AmpAmp => TokenKind::AmpAmp,
            Raw::PipePipe => TokenKind::PipePipe,
            Raw::Not => TokenKind::Not,
            Raw::Tilde => TokenKind::Tilde,
            Raw::PlusPlus => TokenKind::PlusPlus,
            Raw::MinusMinus => TokenKind::MinusMinus,
            Raw::Arrow => TokenKind::Arrow,
            Raw::Hash => TokenKind::Hash,
            Raw::HashHash => TokenKind::HashHash,
        }
    }
}

fn line_end(raw: &mut logos::Lexer<'_, Raw>) -> Skip {
    raw.extras.line_start = true;
    Skip
}

fn line_comment(raw: &mut logos::Lexer<'_, Raw>) -> Skip {
    raw.bump(to_line_end(raw.remainder()));
    Skip
}

/// A complete comment is skipped; an unterminated one is a token up to the end of the text. A line end inside a comment
/// does not start a line: `/*` newline `*/ #define` after code is not a directive.
fn block_comment(raw: &mut logos::Lexer<'_, Raw>) -> logos::Filter<()> {
    let rest = raw.remainder();
    match scan::after_comment(rest.as_bytes()) {
        Some(length) => {
            raw.bump(length);
            logos::Filter::Skip
        }
        None => {
            raw.bump(rest.len());
            logos::Filter::Emit(())
        }
    }
}

/// An unmatched quote takes the rest of its line.
fn unterminated(raw: &mut logos::Lexer<'_, Raw>) {
    raw.bump(to_line_end(raw.remainder()));
}

fn number(raw: &mut logos::Lexer<'_, Raw>) {
    let text = &raw.source().as_bytes()[raw.span().start..];
    let length = usual_length(text).unwrap_or_else(|| number_length(text));
    raw.bump(length - raw.slice().len());
}

fn to_line_end(rest: &str) -> usize {
    scan::line_end(rest.as_bytes()).unwrap_or(rest.len())
}

/// The length of a number of decimal digits, with or without a suffix of one letter, as most are. `None` where it takes a
/// closer look to tell.
fn usual_length(text: &[u8]) -> Option<usize> {
    let digits_from = |at: usize| text[at..].iter().take_while(|c| c.is_ascii_digit()).count();
    let whole = digits_from(0);
    let has_point = text.get(whole) == Some(&b'.');
    let decimals = if has_point { digits_from(whole + 1) } else { 0 };
    let end = whole + if has_point { 1 + decimals } else { 0 };
    if has_point && decimals == 0 {
        return None;
    }
    let end = end + usize::from(matches!(text.get(end), Some(b'f' | b'F' | b'h' | b'H' | b'u' | b'U')));
    let goes_on = match text.get(end) {
        Some(b'.') => !has_point,
        Some(c) => c.is_ascii_alphanumeric() || matches!(c, b'_' | b'#'),
        None => false,
    };
    if goes_on { None } else { Some(end) }
}

/// The length of the number at the start of `text`.
///
/// As in C a number takes every letter and digit that follows, so that a bad suffix is an error of one token. It takes
/// at most one `.`, and none that starts a swizzle, so that `1.xx` and `1.0.xxxx` are a number and a swizzle.
fn number_length(text: &[u8]) -> usize {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let is_hex = byte(0) == b'0' && byte(1) | 0x20 == b'x';
    let mut may_have_dot = true;
    let mut at = 0;
    loop {
        match byte(at) {
            b'.' if may_have_dot && (at == 0 || !starts_swizzle(&text[at + 1..], is_hex)) => may_have_dot = false,
            b'+' | b'-' if at > 0 && is_exponent(byte(at - 1), is_hex) => {}
            b'e' | b'E' if !is_hex => may_have_dot = false,
            b'#' if !may_have_dot && special_value(&text[at..]).is_some() => {}
            c if c.is_ascii_alphanumeric() || c == b'_' => {}
            _ => return at,
        }
        at += 1;
    }
}

fn is_exponent(letter: u8, is_hex: bool) -> bool {
    letter | 0x20 == if is_hex { b'p' } else { b'e' }
}

/// Returns whether what follows a number's `.` is a member's name rather than the rest of the number.
fn starts_swizzle(text: &[u8], is_hex: bool) -> bool {
    let letters = text.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'_').count();
    let Some(&first) = text.first().filter(|_| letters > 0) else { return false };
    if is_hex {
        return !text[..letters].iter().any(|letter| letter | 0x20 == b'p');
    }
    match first {
        b'0'..=b'9' => false,
        b'e' | b'E' => {
            let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
            !text.get(1 + sign).is_some_and(u8::is_ascii_digit)
        }
        _ => !crate::literal::is_float_suffix(&text[..letters]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, String)> {
        let (mut names, mut out) = (Interner::new(), Vec::new());
        lex(text, 0, &mut names, &mut out);
        assert_eq!(out.pop().map(|token| token.kind), Some(TokenKind::Eof));
        out.iter().map(|t| (t.kind, text[t.span.lo as usize..t.span.hi as usize].to_owned())).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        kinds(text).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn a_number_stops_before_a_swizzle() {
        for (text, expected) in [
            ("1.0.xxxx", vec!["1.0", ".", "xxxx"]),
            ("1.xx", vec!["1", ".", "xx"]),
            ("1.rrr", vec!["1", ".", "rrr"]),
            ("0xff.rrr", vec!["0xff", ".", "rrr"]),
            ("1..x", vec!["1.", ".", "x"]),
            ("1.eee", vec!["1", ".", "eee"]),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }

    #[test]
    fn a_number_is_one_token() {
        for text in [
            "1.f",
            "1.e3",
            "1.E-3f",
            "1e+5",
            ".5",
            ".5h",
            "1.#INF",
            "1.#INFf",
            "234.5e2",
            "1.#IND",
            "0x1.0p-24f",
            "0x1F",
            "0b101u",
            "017",
            "1ull",
            "2.0f16",
            "1.",
            "0xep+1",
            "1.f64",
            "0x",
            "12abc",
        ] {
            assert_eq!(kinds(text), vec![(TokenKind::Number, text.to_owned())]);
        }
    }

    #[test]
    fn a_usual_number_is_as_long_as_the_closer_look_tells() {
        let mut seed = 1u32;
        for _ in 0..50_000 {
            let next = |_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                b"0123456789....ffuxeh#_+- "[(seed >> 16) as usize % 25]
            };
            let text: Vec<u8> = (0..8).map(next).collect();
            let starts = text[0].is_ascii_digit() || (text[0] == b'.' && text[1].is_ascii_digit());
            if let Some(length) = usual_length(&text).filter(|_| starts) {
                assert_eq!(length, number_length(&text), "{:?}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn usual_tokens_are_those_of_the_automaton() {
        let mut seed = 1u32;
        for _ in 0..50_000 {
            let next = |_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                char::from(b"ab_$09 \t\n()[]{};,?~:.=+-*/%&|^<>!#\"'\\"[(seed >> 16) as usize % 37])
            };
            let text: String = (0..12).map(next).collect();
            let automaton = Raw::lexer(&text).spanned().map(|(found, range)| {
                let kind = found.map_or(TokenKind::Unknown, Raw::kind);
                (kind, text[range].to_owned())
            });
            assert_eq!(kinds(&text), automaton.collect::<Vec<_>>(), "{text:?}");
        }
    }

    #[test]
    fn a_hexadecimal_e_is_a_digit() {
        assert_eq!(texts("0xe+1"), ["0xe", "+", "1"]);
        assert_eq!(texts("1##x"), ["1", "##", "x"]);
    }

    #[test]
    fn malformed_input_is_a_token() {
        assert_eq!(kinds("\"ab\nc")[0], (TokenKind::Unterminated, "\"ab".to_owned()));
        assert_eq!(kinds("'\\"), vec![(TokenKind::Unterminated, "'\\".to_owned())]);
        assert_eq!(kinds("a /* b")[1], (TokenKind::UnterminatedComment, "/* b".to_owned()));
        assert_eq!(kinds("äö`a"), vec![(TokenKind::Unknown, "äö`".to_owned()), (TokenKind::Ident, "a".to_owned())]);
    }

    #[test]
    fn strings_and_comments_take_any_text() {
        assert_eq!(texts("\"ä\\\"b\" // ö\n/* ü\n* / */'x'"), ["\"ä\\\"b\"", "'x'"]);
    }

    #[test]
    fn flags_tell_the_white_space_around_a_token() {
        let (mut names, mut out) = (Interner::new(), Vec::new());
        lex("a>>b >/**/>\n  c /*\n*/ d", 0, &mut names, &mut out);
        let joint: Vec<bool> = out.iter().map(|t| t.flags.has(TokenFlags::JOINT)).collect();
        assert_eq!(joint, [true, true, true, false, false, false, false, false, false]);
        let space: Vec<bool> = out[..8].iter().map(|t| t.flags.has(TokenFlags::SPACE_BEFORE)).collect();
        assert_eq!(space, [false, false, false, false, true, true, true, true]);
        let starts: Vec<bool> = out[..8].iter().map(|t| t.flags.has(TokenFlags::LINE_START)).collect();
        assert_eq!(starts, [true, false, false, false, false, false, true, false]);
    }

    #[test]
    fn the_lexer_never_fails_and_covers_its_input() {
        let mut seed = 1u32;
        for _ in 0..2000 {
            let text: String = (0..40)
                .map(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let pick = (seed >> 16) as usize;
                    if pick.is_multiple_of(17) {
                        'é'
                    } else {
                        char::from(b"a1.#'\"/*\\\n >=+-&|<:0xepu\0$"[pick % 26])
                    }
                })
                .collect();
            let (mut names, mut out) = (Interner::new(), Vec::new());
            lex(&text, 0, &mut names, &mut out);
            assert!(out.windows(2).all(|pair| pair[0].span.hi <= pair[1].span.lo), "{text:?}");
            assert!(out.iter().all(|t| text.get(t.span.lo as usize..t.span.hi as usize).is_some()), "{text:?}");
        }
    }
}
