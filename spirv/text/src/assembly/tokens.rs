//! The tokens of a module's text: words between blanks, quoted strings; comments are dropped.

use dialect::diagnostics::{Code, Error, Place, Result};

/// A word of the text with its position.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Token<'_> {
    pub(super) fn error<T>(&self, code: Code, message: impl Into<String>) -> Result<T> {
        let place = Place::Text { line: self.line, column: self.column };
        Err(Error { code, place, message: message.into() })
    }

    /// Returns whether it looks like the name of an instruction.
    pub(super) fn is_opcode(&self) -> bool {
        self.text.strip_prefix("Op").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
    }

    /// The bytes of a quoted string.
    pub(super) fn unquoted(&self) -> Option<Vec<u8>> {
        let inner = self.text.strip_prefix('"')?.strip_suffix('"')?;
        let mut bytes = Vec::with_capacity(inner.len());
        let mut is_escaped = false;
        for byte in inner.bytes() {
            if byte == b'\\' && !is_escaped {
                is_escaped = true;
                continue;
            }
            is_escaped = false;
            bytes.push(byte);
        }
        Some(bytes)
    }
}

/// The tokens of a text.
///
/// # Errors
/// When a quoted string does not end.
pub(super) fn split(text: &str) -> Result<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let (mut tokens, mut at, mut line, mut line_start) = (Vec::new(), 0, 1, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => (at, line, line_start) = (at + 1, line + 1, at + 1),
            b' ' | b'\t' | b'\r' | 0 => at += 1,
            b';' => at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at),
            _ => {
                let end = end_of_word(bytes, at);
                let column = (at - line_start + 1) as u32;
                let token = Token { text: &text[at..end.unwrap_or(at)], line, column };
                let Some(end) = end else { return token.error(Code::Syntax, "unterminated string") };
                tokens.push(token);
                let lines = bytes[at..end].iter().filter(|byte| **byte == b'\n').count();
                if let Some(last) = bytes[at..end].iter().rposition(|byte| *byte == b'\n') {
                    (line, line_start) = (line + lines as u32, at + last + 1);
                }
                at = end;
            }
        }
    }
    Ok(tokens)
}

/// The end of the word at a position; `None` if quotes stay open.
fn end_of_word(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b' ' | b'\t' | b'\r' | b'\n' | b';' | 0 if !is_quoted => return Some(at),
            _ => {}
        }
    }
    (!is_quoted).then_some(bytes.len())
}
