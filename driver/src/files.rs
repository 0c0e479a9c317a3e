//! Files: decoding of their bytes, and the includes of a compilation from the disk.
//!
//! Knows encodings and paths; the preprocessor decides which paths an `#include` tries, and in which order.

use crate::file_names::{STANDARD_STREAM, to_path, to_text};
use base::similar::nearest;
use dialect::source::{self, Words};
use frontend::preprocess::IncludeHandler;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Finds included files on the disk.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl IncludeHandler for Disk {
    /// Devices and pipes are no headers: reading them may never end.
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let place = to_path(path);
        let data = std::fs::metadata(&place).ok().filter(std::fs::Metadata::is_file)?;
        let bytes = read_file(std::fs::File::open(place).ok()?, data.len()).ok()?;
        Some(decode(bytes).into())
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        // Elsewhere a file may have names that no listing has.
        if !cfg!(unix) {
            return None;
        }
        let mut names = Vec::new();
        for entry in std::fs::read_dir(to_path(folder)).ok()? {
            if names.len() == MOST_ENTRIES {
                return None;
            }
            names.push(to_text(&entry.ok()?.file_name()).into_owned());
        }
        Some(names)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        let (folder, wanted) = path.rsplit_once('/').unwrap_or((".", path));
        let entries = std::fs::read_dir(to_path(folder)).ok()?.take(MOST_ENTRIES).filter_map(Result::ok);
        let files = entries.filter(|entry| entry.path().is_file());
        let mut names: Vec<String> = files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        let near = nearest(wanted, names.iter().map(String::as_str))?;
        Some(path.strip_suffix(wanted)?.to_owned() + near)
    }

    fn advice(&self) -> Option<&'static str> {
        Some("-I adds a folder")
    }
}

/// The limit of folder entries that are read, to list files or to find a similar name.
const MOST_ENTRIES: usize = 4096;

/// The standard input's name on the command line.
pub(crate) const STANDARD_INPUT: &str = STANDARD_STREAM;

/// Reads a file, or the standard input. Input of unknown length, such as a pipe, has a limit and a timeout.
///
/// # Errors
/// When the file cannot be opened or read, or there is too much of it.
pub(crate) fn read_bytes(path: &str) -> io::Result<Vec<u8>> {
    if path == STANDARD_INPUT {
        return read_endless(io::stdin().lock());
    }
    // Before it is opened: opening a pipe waits for a writer.
    let place = to_path(path);
    let data = std::fs::metadata(&place)?;
    if data.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if data.is_file() {
        return read_file(std::fs::File::open(place)?, data.len());
    }
    let place = place.into_owned();
    read_patiently(move || std::fs::File::open(place))
}

/// The limit of the compiler's positions; reading on would be in vain.
const LIMIT: u64 = 1 << 31;
/// The limit of input from a pipe or a device.
const ENDLESS_LIMIT: u64 = 64 << 20;
/// The timeout of a pipe or a device that gives nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads a file of this length. Some of the system's own files have more than they say.
fn read_file(file: std::fs::File, length: u64) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::new(io::ErrorKind::FileTooLarge, "it has 2 GiB or more");
    if length >= LIMIT {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    // One more byte detects the end without another buffer.
    bytes.try_reserve_exact(length as usize + 1).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    file.take(length.max(ENDLESS_LIMIT)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_endless(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(ENDLESS_LIMIT).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == ENDLESS_LIMIT {
        let reason = format!("it gives {} MiB and more without an end", ENDLESS_LIMIT >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Reads input that may never come, on a thread that is left behind after the timeout.
fn read_patiently(open: impl FnOnce() -> io::Result<std::fs::File> + Send + 'static) -> io::Result<Vec<u8>> {
    let (sender, receiver) = mpsc::sync_channel(16);
    let read = move || {
        let mut file = match open() {
            Ok(file) => file,
            Err(error) => return drop(sender.send(Err(error))),
        };
        let mut some = vec![0; 64 * 1024];
        loop {
            let piece = match file.read(&mut some) {
                Ok(0) => return,
                Ok(count) => Ok(some[..count].to_vec()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let last = piece.is_err();
            if sender.send(piece).is_err() || last {
                return;
            }
        }
    };
    std::thread::Builder::new().spawn(read)?;
    read_endless(Pieces { receiver, piece: Vec::new(), at: 0 })
}

/// The input of another thread, as long as it comes.
struct Pieces {
    receiver: mpsc::Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    at: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() {
            (self.piece, self.at) = match self.receiver.recv_timeout(PATIENCE) {
                Ok(piece) => (piece?, 0),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) => {
                    let reason = format!("nothing has come out of it for {} seconds", PATIENCE.as_secs());
                    return Err(io::Error::new(io::ErrorKind::TimedOut, reason));
                }
            };
        }
        let count = (self.piece.len() - self.at).min(buffer.len());
        buffer[..count].copy_from_slice(&self.piece[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// The byte order of a SPIR-V module; `None` if the bytes do not begin like one.
fn order_of_bytes(bytes: &[u8]) -> Option<fn([u8; 4]) -> u32> {
    const MAGIC: u32 = 0x0723_0203;
    let first = bytes.first_chunk()?;
    let orders = [u32::from_le_bytes as fn([u8; 4]) -> u32, u32::from_be_bytes];
    orders.into_iter().find(|word| word(*first) == MAGIC)
}

/// The words of a SPIR-V module, which is recognised, like its byte order, by its first word.
pub fn module_words(bytes: &[u8]) -> Option<Vec<u32>> {
    let word = order_of_bytes(bytes)?;
    let (words, []) = bytes.as_chunks() else { return None };
    Some(words.iter().map(|bytes| word(*bytes)).collect())
}

/// The words of a file that is a module; `None` for other files.
///
/// # Errors
/// When it looks like a module by its first bytes or by its name, and yet cannot be read as one.
pub(crate) fn module(name: &str, bytes: &[u8]) -> Result<Option<Vec<u32>>, String> {
    if let Some(words) = module_words(bytes) {
        return Ok(Some(words));
    }
    if order_of_bytes(bytes).is_some() {
        return Err(format!("it is a SPIR-V module whose last word is cut off ({} bytes)", bytes.len()));
    }
    if name.ends_with(".spv") {
        return Err("it does not begin like a SPIR-V module, which its name says it is".to_owned());
    }
    if is_dialect(name) {
        return dialect_words(bytes, None).map(|read| Some(read.words));
    }
    Ok(None)
}

/// Returns whether a file is text of the dialect, MLIR's own or ours, by its name.
pub(crate) fn is_dialect(name: &str) -> bool {
    name.ends_with(".mlir")
}

/// The words of a module in the dialect's text, or of a kernel in MLIR's general dialects. Its ops have their places in
/// the text as lines, if a name for it is given.
///
/// # Errors
/// When it is no such text, with the line and the column.
pub(crate) fn dialect_words(bytes: &[u8], name: Option<&str>) -> Result<Words, String> {
    const BYTECODE: &[u8] = b"ML\xEFR";
    if bytes.starts_with(BYTECODE) {
        return Err("it is MLIR bytecode, which mlir-opt prints as text".to_owned());
    }
    let text = decode(bytes.to_vec());
    let read = match convert::is_foreign(&text) {
        true => convert::convert_placed(&text, &convert::Options::default()),
        false => source::read_placed(&text),
    };
    let words = read.and_then(|(module, offsets)| source::write(&text, module, &offsets, name));
    words.map_err(|error| error.to_string())
}

/// The words of a file that has to be a module.
///
/// # Errors
/// When it cannot be read, or is none.
pub(crate) fn read_module(file: &str) -> Result<Vec<u32>, String> {
    let unreadable = |reason| format!("cannot read '{file}': {reason}");
    let bytes = read_bytes(file).map_err(|error| unreadable(error.to_string()))?;
    module(file, &bytes).map_err(unreadable)?.ok_or_else(|| format!("'{file}' is not a SPIR-V module"))
}

/// Decodes text: UTF-16 if a byte-order mark says so, UTF-8 otherwise. Invalid sequences become U+FFFD, which is no
/// token, so that they may occur in comments and strings alone.
pub fn decode(bytes: Vec<u8>) -> String {
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, rest) = bytes.as_chunks();
    let units = pairs.iter().map(|pair| unit(*pair));
    let invalid = char::REPLACEMENT_CHARACTER;
    let text = char::decode_utf16(units).map(|decoded| decoded.unwrap_or(invalid));
    text.chain(rest.iter().map(|_| invalid)).collect()
}

/// Writes a file, unless its contents are the same already, so that build tools see no change.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write_if_changed(path: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    crate::staged::replace(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_told_by_their_first_word_or_their_name() {
        let module = |name, bytes: &[u8]| super::module(name, bytes);
        assert_eq!(module("a", &[3, 2, 0x23, 7, 1, 0, 0, 0]), Ok(Some(vec![0x0723_0203, 1])));
        assert_eq!(module("a.spv", &[7, 0x23, 2, 3, 0, 0, 0, 1]), Ok(Some(vec![0x0723_0203, 1])));
        assert!(module("a.hlsl", &[3, 2, 0x23, 7, 1]).is_err());
        assert!(module("a.spv", &[3, 2, 0x23]).is_err());
        assert_eq!(module("a.hlsl", b"text"), Ok(None));
    }

    #[test]
    fn encodings_are_told_by_their_mark() {
        assert_eq!(decode("ä".into()), "ä");
        assert_eq!(decode(vec![0xff, 0xfe, b'a', 0, 0xe4, 0]), "aä");
        assert_eq!(decode(vec![0xfe, 0xff, 0, b'a']), "a");
        assert_eq!(decode(b"a\xe4b".to_vec()), "a\u{fffd}b");
        assert_eq!(decode(vec![0xff, 0xfe, b'a', 0, 0]), "a\u{fffd}");
    }
}
