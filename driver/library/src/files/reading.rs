//! All reading of files: what may be read, how much of it, and what its bytes are as text or words.
//!
//! A file that the user names may be anything, a pipe or a device too, up to a limit and for some time. One that the
//! compiler finds by itself, an include or settings, is a regular file or nothing. The preprocessor decides which paths
//! an `#include` tries, and in which order.

use crate::files::names::{STANDARD_STREAM, to_path, to_text};
use crate::files::places;
use base::similar::nearest;
use frontend::preprocess::IncludeHandler;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, SystemTime};
use text::source::{self, Words};

/// Finds included files on the disk.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl IncludeHandler for Disk {
    /// Devices and pipes are not headers: reading them may never end.
    fn load(&self, path: &str) -> Option<Arc<str>> {
        Some(decode(read_found(&to_path(path), TEXT_LIMIT).ok()?).into())
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        // Elsewhere a file may have names that no listing has.
        if !cfg!(unix) {
            return None;
        }
        let entries = entries(&to_path(folder), MOST_ENTRIES + 1).ok()?;
        let name = |path: &PathBuf| to_text(path.file_name().unwrap_or_default()).into_owned();
        (entries.len() <= MOST_ENTRIES).then(|| entries.iter().map(name).collect())
    }

    fn nearest(&self, path: &str) -> Option<String> {
        let (folder, wanted) = path.rsplit_once('/').unwrap_or((".", path));
        let files = entries(&to_path(folder), MOST_ENTRIES).ok()?.into_iter().filter(|path| path.is_file());
        let name = |path: PathBuf| path.file_name()?.to_str().map(str::to_owned);
        let mut names: Vec<String> = files.filter_map(name).collect();
        names.sort_unstable();
        let near = nearest(wanted, names.iter().map(String::as_str))?;
        Some(path.strip_suffix(wanted)?.to_owned() + near)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        let full = |path| std::fs::canonicalize(to_path(path)).ok();
        full(one).is_some_and(|one| full(other).is_some_and(|other| one == other))
    }

    fn advice(&self) -> Option<&'static str> {
        Some("use -I to add a folder")
    }
}

/// The limit of folder entries that are read, to list files or to find a similar name.
const MOST_ENTRIES: usize = 4096;

/// Reads a file that the user names, or the standard input.
///
/// # Errors
/// As for [`read_named`].
pub fn read_bytes(path: &str) -> io::Result<Vec<u8>> {
    read_input(path, TEXT_LIMIT)
}

/// Reads a file that the user names, or the standard input: data of a dispatch.
///
/// # Errors
/// As for [`read_named`].
pub fn read_data(path: &str) -> io::Result<Vec<u8>> {
    read_input(path, LIMIT)
}

fn read_input(path: &str, limit: u64) -> io::Result<Vec<u8>> {
    if path == STANDARD_STREAM {
        // It may be a file, which must not be an output then.
        if let Ok(data) = std::fs::metadata(STANDARD_INPUT_FILE) {
            places::note_read(Path::new(STANDARD_INPUT_FILE), &data);
        }
        return read_endless(io::stdin().lock());
    }
    read_named(&to_path(path), limit)
}

/// Reads a file that the user names, of up to this many bytes. Input of unknown length, such as a pipe, has a limit of its own
/// and a timeout.
///
/// # Errors
/// When the file cannot be opened or read, or there is too much of it.
pub fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    // Before it is opened: opening a pipe waits for a writer.
    let data = std::fs::metadata(path)?;
    if data.is_dir() {
        return Err(is_folder());
    }
    if data.is_file() {
        return read_file(path, &data, limit);
    }
    let place = path.to_owned();
    read_patiently(move || File::open(place))
}

/// The name of the standard input as a file, where it has one.
const STANDARD_INPUT_FILE: &str = "/dev/stdin";

/// Reads a file that an include or a search has found: a regular one, of up to this many bytes.
///
/// # Errors
/// When it is another kind of file, has more bytes, or cannot be read.
pub fn read_found(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let data = std::fs::metadata(path)?;
    if data.is_dir() {
        return Err(is_folder());
    }
    if !data.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    read_file(path, &data, limit)
}

/// Reads a file of settings.
///
/// # Errors
/// As for [`read_found`].
pub fn read_settings(path: &Path) -> io::Result<String> {
    read_found(path, SETTINGS_LIMIT).map(decode)
}

/// Returns whether an output of an earlier run holds these bytes. It does not count as read.
pub fn holds(path: &Path, bytes: &[u8]) -> bool {
    std::fs::metadata(path).is_ok_and(|data| still_holds(path, &data, bytes))
}

/// Returns whether an output of an earlier run, of which this is known, holds these bytes. It does not count as read.
pub(crate) fn still_holds(path: &Path, data: &std::fs::Metadata, bytes: &[u8]) -> bool {
    let length = bytes.len() as u64;
    let may_hold = data.is_file() && data.len() == length;
    may_hold && read_all(path, length, length).is_ok_and(|old| old == bytes)
}

/// The bytes of an output of an earlier run. It does not count as read.
pub(crate) fn read_output(path: &Path, limit: u64) -> Option<Vec<u8>> {
    let data = std::fs::metadata(path).ok()?;
    (data.is_file() && data.len() <= limit).then(|| read_all(path, data.len(), limit).ok()).flatten()
}

/// Returns whether a name leads to a regular file.
pub(crate) fn is_regular(path: &str) -> bool {
    to_path(path).is_file()
}

/// The entries of a folder, up to this many.
///
/// # Errors
/// When it cannot be read.
pub fn entries(folder: &Path, most: usize) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.take(most);
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// Returns whether a folder may be created at this place, or is there and empty.
pub fn is_vacant(folder: &Path) -> bool {
    match entries(folder, 1) {
        Ok(found) => found.is_empty(),
        Err(error) => error.kind() == io::ErrorKind::NotFound && folder.symlink_metadata().is_err(),
    }
}

/// The time of the last change of a file, and its length.
pub fn state(path: &Path) -> Option<(SystemTime, u64)> {
    let data = std::fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// The limit of data.
pub const LIMIT: u64 = (1 << 31) - 1;
/// The limit of texts and modules, for which the compiler takes many times the memory.
pub const TEXT_LIMIT: u64 = 64 << 20;
/// The limit of input from a pipe or a device.
const ENDLESS_LIMIT: u64 = 64 << 20;
/// The limit of a file of settings.
pub const SETTINGS_LIMIT: u64 = 1 << 20;
/// The timeout of a pipe or a device that gives nothing.
const PATIENCE: Duration = Duration::from_secs(10);

fn is_folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "is a folder")
}

fn read_file(path: &Path, data: &Metadata, limit: u64) -> io::Result<Vec<u8>> {
    places::note_read(path, data);
    read_all(path, data.len(), limit)
}

/// Reads a file of this length. Some of the system's own files have more than they say.
fn read_all(path: &Path, length: u64, limit: u64) -> io::Result<Vec<u8>> {
    if length > limit {
        return Err(too_large(limit));
    }
    let mut bytes = Vec::new();
    // One more byte detects the end without another buffer.
    bytes.try_reserve_exact(length as usize + 1).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    File::open(path)?.take(length.max(ENDLESS_LIMIT.min(limit))).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn too_large(limit: u64) -> io::Error {
    let reason = match limit {
        LIMIT => "file is 2 GiB or larger".to_owned(),
        limit => format!("file exceeds {} MiB", limit >> 20),
    };
    io::Error::new(io::ErrorKind::FileTooLarge, reason)
}

fn read_endless(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(ENDLESS_LIMIT).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == ENDLESS_LIMIT {
        let reason = format!("input exceeds {} MiB", ENDLESS_LIMIT >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Reads input that may never come, on a thread that is left behind after the timeout.
fn read_patiently(open: impl FnOnce() -> io::Result<File> + Send + 'static) -> io::Result<Vec<u8>> {
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
                    let reason = format!("no data received for {} seconds", PATIENCE.as_secs());
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
pub fn module(name: &str, bytes: &[u8]) -> Result<Option<Vec<u32>>, String> {
    if let Some(words) = module_words(bytes) {
        return Ok(Some(words));
    }
    if order_of_bytes(bytes).is_some() {
        return Err(format!("truncated SPIR-V module ({} bytes)", bytes.len()));
    }
    if name.ends_with(".spv") {
        return Err("not a SPIR-V module: wrong magic number".to_owned());
    }
    if is_dialect(name) {
        return dialect_words(bytes, None).map(|read| Some(read.words));
    }
    Ok(None)
}

/// Returns whether a file is text of the dialect, MLIR's own or ours, by its name.
pub fn is_dialect(name: &str) -> bool {
    name.ends_with(".mlir")
}

/// The words of a module in the dialect's text, or of a kernel in MLIR's general dialects. Its ops have their places in
/// the text as lines, if a name for it is given.
///
/// # Errors
/// When it is no such text, with the line and the column.
pub fn dialect_words(bytes: &[u8], name: Option<&str>) -> Result<Words, String> {
    const BYTECODE: &[u8] = b"ML\xEFR";
    if bytes.starts_with(BYTECODE) {
        return Err("MLIR bytecode is not supported; use mlir-opt to convert it to text".to_owned());
    }
    let text = decode(bytes.to_vec());
    #[cfg(feature = "convert")]
    let read = match convert::is_foreign(&text) {
        true => convert::convert_placed(&text, &convert::Options::default()),
        false => source::read_placed(&text),
    };
    // Without the converter, the first op of another dialect is an error.
    #[cfg(not(feature = "convert"))]
    let read = source::read_placed(&text);
    let words = read.and_then(|(module, offsets)| source::write(&text, module, &offsets, name));
    words.map_err(|error| error.to_string())
}

/// The words of a file that has to be a module.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn read_module(file: &str) -> Result<Vec<u32>, String> {
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
