//! The names by which text for MLIR represents what MLIR lacks: printer and parser agree on them.

/// The name of the struct that represents the type of samplers.
pub(super) const SAMPLER: &str = "spirv.sampler";
/// The prefix of the names of structs that represent any other type, whose text follows with characters escaped.
pub(super) const ANY_TYPE: &str = "spirv.type.";
/// The only name in a dictionary that has the text of an attribute.
pub(super) const SPELLED: &str = "spelled";

/// Returns whether a byte of an escaped name represents itself.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.'
}

/// A text as part of an identifier: other characters are a dollar sign and two digits.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match is_plain(byte) {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("${byte:02X}")),
        }
    }
    out
}

/// The inverse of [`escaped`]; `None` where an escape names no character of a text.
pub(super) fn unescaped(name: &str) -> Option<String> {
    let mut pieces = name.split('$');
    let mut out = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2)?;
        out.push(u8::from_str_radix(digits, 16).ok()?);
        out.extend(rest.bytes());
    }
    String::from_utf8(out).ok()
}

/// Returns whether a name has something that looks like an escape.
pub(super) fn has_escape(name: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
    let bytes = name.as_bytes();
    bytes
        .iter()
        .enumerate()
        .any(|(at, byte)| *byte == b'$' && is_digit(bytes.get(at + 1)) && is_digit(bytes.get(at + 2)))
}
