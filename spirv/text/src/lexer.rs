//! Text to tokens. Malformed text is a token of its own kind: the lexer cannot fail.

use rustc_hash::FxHashMap;

/// Where aliases are defined: a name's value starts at a token.
pub type Aliases<'t> = FxHashMap<&'t str, usize>;

/// The definitions of aliases in a text: `!name = …` and `#name = …` outside of everything.
pub fn aliases<'t>(text: &'t str, tokens: &[Token]) -> Aliases<'t> {
    let mut found = Aliases::default();
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Punct(b'{' | b'(' | b'[') => depth += 1,
            Kind::Punct(b'}' | b')' | b']') => depth = depth.saturating_sub(1),
            Kind::Type | Kind::Attr if depth == 0 => {
                let defines = tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Punct(b'='));
                if defines {
                    found.entry(&text[token.start..token.end]).or_insert(at + 2);
                }
            }
            _ => {}
        }
    }
    found
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word, which may contain dots: `spirv.IAdd`, `vector`, `Dim2D`.
    Word,
    /// A number: digits, with sign, point, exponent or a hexadecimal prefix.
    Number,
    /// Text in quotes.
    Text,
    /// `%name`.
    Value,
    /// `^name`.
    Block,
    /// `@name` or `@"name"`.
    Symbol,
    /// `!name`, up to the first character that is not a part of a word.
    Type,
    /// `#name`.
    Attr,
    /// `->`.
    Arrow,
    /// Any other character.
    Punct(u8),
    /// A character that is not part of the syntax, or an unterminated string.
    Bad,
    /// The end of the text.
    End,
}

/// A token: its kind and its position.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// Splits a text into tokens; the last is [`Kind::End`].
pub fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blank(bytes, at);
        let Some(first) = bytes.get(at) else { break };
        let (kind, end) = token(bytes, at, *first);
        tokens.push(Token { kind, start: at, end });
        at = end;
    }
    tokens.push(Token { kind: Kind::End, start: bytes.len(), end: bytes.len() });
    tokens
}

fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
            Some(b'/') if bytes.get(at + 1) == Some(&b'/') => at = scan(bytes, at, |byte| byte != b'\n'),
            _ => return at,
        }
    }
}

fn scan(bytes: &[u8], from: usize, accept: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|byte| !accept(*byte)).map_or(bytes.len(), |length| from + length)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

fn token(bytes: &[u8], at: usize, first: u8) -> (Kind, usize) {
    let next = bytes.get(at + 1).copied().unwrap_or(0);
    match first {
        b'-' if next == b'>' => (Kind::Arrow, at + 2),
        b'-' if next.is_ascii_digit() => (Kind::Number, number(bytes, at + 1)),
        b'0'..=b'9' => (Kind::Number, number(bytes, at)),
        b'"' => text(bytes, at),
        b'@' if next == b'"' => (Kind::Symbol, text(bytes, at + 1).1),
        b'%' => (Kind::Value, scan(bytes, at + 1, |byte| is_word(byte) || matches!(byte, b'-' | b'#'))),
        b'^' => (Kind::Block, scan(bytes, at + 1, |byte| is_word(byte) || byte == b'-')),
        b'@' => (Kind::Symbol, scan(bytes, at + 1, is_word)),
        b'!' => (Kind::Type, scan(bytes, at + 1, is_word)),
        b'#' => (Kind::Attr, scan(bytes, at + 1, is_word)),
        b'_' | b'$' | b'a'..=b'z' | b'A'..=b'Z' => (Kind::Word, scan(bytes, at, is_word)),
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b':' | b'=' | b'|' | b'*' | b'?' => {
            (Kind::Punct(first), at + 1)
        }
        _ => (Kind::Bad, next_char(bytes, at)),
    }
}

fn next_char(bytes: &[u8], at: usize) -> usize {
    scan(bytes, at + 1, |byte| byte & 0xC0 == 0x80)
}

/// A number ends where a letter cannot continue it, so that `4xf32` is a number and a word.
fn number(bytes: &[u8], at: usize) -> usize {
    if bytes[at] == b'0' && bytes.get(at + 1) == Some(&b'x') && bytes.get(at + 2).is_some_and(u8::is_ascii_hexdigit) {
        let end = scan(bytes, at + 2, |byte| byte.is_ascii_hexdigit());
        // `0xf32` in a vector's shape is not a hexadecimal number, but no vector has zero components.
        return end;
    }
    let mut end = scan(bytes, at, |byte| byte.is_ascii_digit());
    if bytes.get(end) == Some(&b'.') {
        end = scan(bytes, end + 1, |byte| byte.is_ascii_digit());
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            end = scan(bytes, end + 1 + sign, |byte| byte.is_ascii_digit());
        }
    }
    end
}

fn text(bytes: &[u8], start: usize) -> (Kind, usize) {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return (Kind::Text, at + 1),
            b'\\' => at += 2,
            b'\n' => break,
            _ => at += 1,
        }
    }
    (Kind::Bad, at.min(bytes.len()))
}

/// The contents of a quoted string, with escapes replaced; `None` when that is not UTF-8.
pub fn unquote(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < inner.len() {
        if inner[at] != b'\\' {
            out.push(inner[at]);
            at += 1;
            continue;
        }
        let hex = inner.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match (inner.get(at + 1), hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (Some(b'"' | b'\\'), _) => (out.push(inner[at + 1]), at += 2).1,
            (Some(b'n'), _) => (out.push(b'\n'), at += 2).1,
            (Some(b't'), _) => (out.push(b'\t'), at += 2).1,
            (_, Some(byte)) => (out.push(byte), at += 3).1,
            _ => return None,
        }
    }
    String::from_utf8(out).ok()
}
