//! Limits that text must keep before LLVM, which recurses over its input, parses it.

use super::{Result, refuse};

/// The limit of bytes of text or bitcode.
const MAX_BYTES: usize = 64 << 20;
/// The limit of open brackets.
const MAX_NESTING: usize = 128;
/// The limit of digits in a number: LLVM computes with numbers of any length.
const MAX_DIGITS: usize = 64;
/// The limit of components in a vector: LLVM folds operations on constants of them one by one. No kernel has nearly as many.
pub(super) const MAX_COMPONENTS: u64 = 1 << 16;

/// The magics of bitcode: plain, and in the wrapper of some systems.
const BITCODE: [[u8; 4]; 2] = [*b"BC\xC0\xDE", [0xDE, 0xC0, 0x17, 0x0B]];

/// Returns whether bytes are bitcode rather than text.
fn is_bitcode(bytes: &[u8]) -> bool {
    BITCODE.iter().any(|start| bytes.starts_with(start))
}

/// Checks text or bitcode against the limits.
pub(super) fn check(bytes: &[u8]) -> Result<()> {
    if bytes.len() > MAX_BYTES {
        return refuse(format!("LLVM IR exceeds {} MiB", MAX_BYTES >> 20));
    }
    if is_bitcode(bytes) { Ok(()) } else { text(bytes) }
}

fn text(bytes: &[u8]) -> Result<()> {
    let (mut open, mut digits, mut line) = (0usize, 0usize, 1);
    let (mut in_string, mut in_comment, mut length) = (false, false, Length::default());
    for byte in bytes {
        match byte {
            0 => return refuse(format!("line {line}: null byte in text")),
            b'\n' => (in_comment, line) = (false, line + 1),
            _ if in_comment => {}
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b';' => in_comment = true,
            b'(' | b'[' | b'{' | b'<' => open += 1,
            b')' | b']' | b'}' | b'>' => open = open.saturating_sub(1),
            _ => {}
        }
        if !in_string && !in_comment && !length.is_small_with(*byte) {
            return refuse(format!(
                "line {line}: invalid vector length: expected at most {MAX_COMPONENTS}, in decimal digits"
            ));
        }
        digits = if byte.is_ascii_digit() && !in_string && !in_comment { digits + 1 } else { 0 };
        if open > MAX_NESTING {
            return refuse(format!("line {line}: brackets are nested more than {MAX_NESTING} levels deep"));
        }
        if digits > MAX_DIGITS {
            return refuse(format!("line {line}: a number has more than {MAX_DIGITS} digits"));
        }
    }
    Ok(())
}

/// The length of a vector, as far as it has been read: what is between `<` and `x`.
#[derive(Default)]
struct Length(Option<u64>);

impl Length {
    /// Returns whether it may still be that of a vector which is read. No type starts like the other spellings of
    /// numbers.
    fn is_small_with(&mut self, byte: u8) -> bool {
        let Some(length) = self.0 else {
            self.0 = (byte == b'<').then_some(0);
            return true;
        };
        self.0 = match byte {
            b'<' => Some(0),
            b'0'..=b'9' => Some(length.saturating_mul(10).saturating_add(u64::from(byte - b'0'))),
            _ if byte.is_ascii_whitespace() => Some(length),
            _ => None,
        };
        !(byte == b'x' && length > MAX_COMPONENTS || matches!(byte, b'u' | b's') && length == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_limits() {
        assert_eq!(check(b"define void @f() { ret void } ; ((((\n@g = global [2 x i8] c\"((\""), Ok(()));
        let wrong = |text: String| check(text.as_bytes()).unwrap_err().message;
        assert!(wrong("[".repeat(200)).contains("brackets"));
        assert!(wrong("\n".to_owned() + &"1".repeat(100)).starts_with("line 2: a number"));
        assert!(wrong("a\0b".to_owned()).contains("null byte"));
        for length in ["65537", "4294967295", " 99999999999999999999\n ", ";x\n70000", "u0x100000", "s0x10"] {
            assert!(
                wrong(format!("@g = global <{length} x i8> zeroinitializer")).contains("invalid vector length"),
                "{length}"
            );
        }
        let right = "@a = global <{ i8, [70000 x i8] }> zeroinitializer\n@b = global <65536 x i8> zeroinitializer ; <70000 x i8>";
        assert_eq!(check(right.as_bytes()), Ok(()));
        assert!(is_bitcode(b"BC\xC0\xDE....") && !is_bitcode(b"; ModuleID"));
    }
}
