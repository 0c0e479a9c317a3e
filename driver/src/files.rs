//! Files: their bytes to text, and the includes of a compilation from the disk.
//!
//! Knows encodings and paths; which paths an `#include` tries, and in which order, is the preprocessor's.

use frontend::preprocess::IncludeHandler;
use std::io::{self, Read};
use std::sync::Arc;

/// Finds included files on the disk.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl IncludeHandler for Disk {
    /// Devices and pipes are no headers: reading them may never end.
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if !std::fs::metadata(path).ok()?.is_file() {
            return None;
        }
        std::fs::read(path).ok().map(|bytes| decode(bytes).text.into())
    }
}

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text; what is not valid in its encoding stands there as U+FFFD.
    pub text: String,
    /// Where the first such place is, as an offset in the text.
    pub invalid_at: Option<usize>,
}

/// The standard input's name on the command line.
pub const STANDARD_INPUT: &str = "-";

/// Reads a file, or the standard input, as text.
///
/// # Errors
/// When the file cannot be opened or read.
pub fn read(path: &str) -> io::Result<Text> {
    read_bytes(path).map(decode)
}

/// Reads a file, or the standard input.
///
/// # Errors
/// When the file cannot be opened or read.
pub fn read_bytes(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == STANDARD_INPUT {
        io::stdin().lock().take(LIMIT).read_to_end(&mut bytes)?;
    } else {
        let file = std::fs::File::open(path)?;
        // Pipes and devices have no length; one more byte lets the end be seen without another buffer.
        let length = file.metadata()?.len().min(LIMIT);
        bytes.reserve(length as usize + 1);
        file.take(LIMIT).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The words of a SPIR-V module, whose first one tells it from text and the order of its bytes.
pub fn module_words(bytes: &[u8]) -> Option<Vec<u32>> {
    const MAGIC: u32 = 0x0723_0203;
    let first = bytes.first_chunk()?;
    let word = [u32::from_le_bytes as fn([u8; 4]) -> u32, u32::from_be_bytes];
    let word = word.into_iter().find(|word| word(*first) == MAGIC)?;
    let (words, []) = bytes.as_chunks() else { return None };
    Some(words.iter().map(|bytes| word(*bytes)).collect())
}

/// More than this does not fit the compiler's positions, so that reading on would be in vain.
const LIMIT: u64 = 1 << 31;

/// Bytes to text: UTF-16 where a byte-order mark says so, UTF-8 otherwise.
pub fn decode(bytes: Vec<u8>) -> Text {
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        _ => match String::from_utf8(bytes) {
            Ok(text) => Text { text, invalid_at: None },
            Err(error) => {
                let invalid_at = Some(error.utf8_error().valid_up_to());
                Text { text: String::from_utf8_lossy(error.as_bytes()).into_owned(), invalid_at }
            }
        },
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Text {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::with_capacity(bytes.len());
    let mut invalid_at = None;
    for decoded in char::decode_utf16(units) {
        if decoded.is_err() {
            invalid_at.get_or_insert(text.len());
        }
        text.push(decoded.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if bytes.len() % 2 == 1 {
        invalid_at.get_or_insert(text.len());
        text.push(char::REPLACEMENT_CHARACTER);
    }
    Text { text, invalid_at }
}

/// Writes a file, but leaves one alone that holds the same bytes already, so that build tools see no change.
///
/// # Errors
/// When the file cannot be written.
pub fn write_if_changed(path: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    std::fs::write(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_by_their_mark() {
        let plain = |text: &str| Text { text: text.to_owned(), invalid_at: None };
        assert_eq!(decode("ä".into()), plain("ä"));
        assert_eq!(decode(vec![0xff, 0xfe, b'a', 0, 0xe4, 0]), plain("aä"));
        assert_eq!(decode(vec![0xfe, 0xff, 0, b'a']), plain("a"));
        assert_eq!(decode(b"a\xe4b".to_vec()), Text { text: "a\u{fffd}b".to_owned(), invalid_at: Some(1) });
        assert_eq!(decode(vec![0xff, 0xfe, b'a', 0, 0]), Text { text: "a\u{fffd}".to_owned(), invalid_at: Some(1) });
    }
}
