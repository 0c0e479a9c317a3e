//! Halves of surrogate pairs in JSON, which texts of JavaScript may hold and texts of UTF-8 cannot.

use std::borrow::Cow;

/// The length of an escape such as `\ud83d`.
const ESCAPE: usize = 6;

/// A document in JSON in which `\ufffd` replaces each escaped half of a pair that is not whole.
pub fn repaired(json: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Cow::Borrowed(json);
    let mut at = 0;
    while let Some(next) = json[at..].iter().position(|byte| *byte == b'\\') {
        at += next;
        at += match (unit(&json[at..]), json.get(at + ESCAPE..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 2 * ESCAPE,
            (Some(0xD800..=0xDFFF), _) => {
                out.to_mut()[at..at + ESCAPE].copy_from_slice(b"\\ufffd");
                ESCAPE
            }
            (Some(_), _) => ESCAPE,
            // Another escape, of which the second byte may be a backslash.
            (None, _) => 2,
        };
        if at >= json.len() {
            break;
        }
    }
    out
}

/// The unit of UTF-16 for which an escape at the start of some bytes stands.
fn unit(json: &[u8]) -> Option<u16> {
    let digits = json.strip_prefix(b"\\u")?.get(..4)?;
    let digits = str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_alone_are_replaced() {
        let repaired = |json: &str| String::from_utf8(repaired(json.as_bytes()).into_owned()).expect("it is text");
        for whole in ["\"a\"", "\"\\ud83d\\ude00\"", "\"\\\\ud83d\"", "\"\\u00e9\\\"\"", "\\", "\"\\u", "\"\\ud83"] {
            assert_eq!(repaired(whole), whole);
        }
        assert_eq!(repaired("\"\\ud83d\""), "\"\\ufffd\"");
        assert_eq!(repaired("\"\\uDE00\\ud83d\\ud83d\\ude00\""), "\"\\ufffd\\ufffd\\ud83d\\ude00\"");
        assert_eq!(repaired("\"\\\\\\ud83dx\""), "\"\\\\\\ufffdx\"");
    }
}
