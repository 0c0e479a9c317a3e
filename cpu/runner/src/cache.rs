//! Cache of compiled objects in a folder, shared by processes.
//!
//! The objects in the folder are executed, so the folder must be the user's, writable only by the user, and
//! so must each file. An object is used if all that it was made from is the same, byte for byte, and the file is
//! complete. Processes share a folder without waiting for each other: files are written under another name and renamed.
//! This module does not know the format of objects.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::SystemTime;

/// The default limit of a folder's size in bytes.
const USUAL_LIMIT: u64 = 256 << 20;
/// The magic at the start of a file; its number is the version of the layout.
const MAGIC: &[u8; 16] = b"hlsl2spirv obj 1";
/// Magic, the lengths of key and object, and the checksum of both.
const HEADER: usize = 16 + 3 * 8;
/// File extensions of complete files, and of those that are being written.
const WHOLE: &str = "object";
const ASIDE: &str = "aside";

/// A folder of compiled objects. Clones share it.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
    owner: Owner,
}

/// The reason why a folder cannot be a cache.
#[derive(Debug)]
#[non_exhaustive]
pub enum CacheError {
    /// It cannot be created or written to.
    Io(PathBuf, io::Error),
    /// Others may write to it: its contents are executed.
    NotPrivate(PathBuf),
}

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CacheError::Io(folder, error) => write!(f, "cannot cache compiled code in '{}': {error}", folder.display()),
            CacheError::NotPrivate(folder) => write!(
                f,
                "cannot cache compiled code in '{}': the folder is owned or writable by another user",
                folder.display()
            ),
        }
    }
}

impl std::error::Error for CacheError {}

impl Cache {
    /// A cache in this folder, which is created if it does not exist. It holds 256 MiB at most.
    ///
    /// # Errors
    /// When the folder cannot be created or written to, or others may write to it.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, CacheError> {
        let folder = folder.into();
        let owner = make(&folder).and_then(|()| Owner::of(&folder));
        let owner = match owner {
            Ok(owner) => owner,
            Err(error) => return Err(CacheError::Io(folder, error)),
        };
        match fs::metadata(&folder) {
            Ok(data) if owner.alone_writes(&data) => Ok(Cache { folder, limit: USUAL_LIMIT, owner }),
            Ok(_) => Err(CacheError::NotPrivate(folder)),
            Err(error) => Err(CacheError::Io(folder, error)),
        }
    }

    /// Sets the limit in bytes. The least recently used objects are removed first.
    #[must_use]
    pub fn with_limit(self, bytes: u64) -> Self {
        Cache { limit: bytes, ..self }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The object of a key: the cached one, or the one that `make` returns, which is cached then.
    pub(crate) fn object<E>(&self, key: &[u8], make: impl FnOnce() -> Result<Vec<u8>, E>) -> Result<Vec<u8>, E> {
        if let Some(object) = self.load(key) {
            return Ok(object);
        }
        let object = make()?;
        // An object that cannot be stored is compiled again next time.
        let _ = self.store(key, &object);
        Ok(object)
    }

    fn place(&self, key: &[u8]) -> PathBuf {
        self.folder.join(format!("{:016x}.{WHOLE}", checksum(&[key])))
    }

    fn load(&self, key: &[u8]) -> Option<Vec<u8>> {
        let place = self.place(key);
        // Before opening it: opening a pipe would wait for its writer.
        if !fs::metadata(&place).ok()?.is_file() {
            return None;
        }
        let mut file = File::open(place).ok()?;
        let data = file.metadata().ok()?;
        if !data.is_file() || !self.owner.alone_writes(&data) || data.len() > self.limit {
            return None;
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).ok()?;
        let object = object_in(&content, key)?.to_vec();
        // Marks the file as recently used.
        let _ = file.set_modified(SystemTime::now());
        Some(object)
    }

    fn store(&self, key: &[u8], object: &[u8]) -> io::Result<()> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let bytes = (HEADER + key.len() + object.len()) as u64;
        if bytes > self.limit {
            return Ok(());
        }
        self.make_room(bytes)?;
        let number = NUMBER.fetch_add(1, Relaxed);
        let aside = self.folder.join(format!("{}-{number}.{ASIDE}", std::process::id()));
        let written = write(&aside, key, object).and_then(|()| fs::rename(&aside, self.place(key)));
        if written.is_err() {
            let _ = fs::remove_file(&aside);
        }
        written
    }

    /// Removes files until this many bytes fit, the least recently used first.
    fn make_room(&self, bytes: u64) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let is_ours = path.extension().is_some_and(|end| end == WHOLE || end == ASIDE);
            // Another process may have removed it.
            if let (true, Ok(data)) = (is_ours, fs::symlink_metadata(&path)) {
                files.push((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len(), path));
            }
        }
        files.sort();
        let mut held = files.iter().map(|(_, bytes, _)| bytes).fold(0u64, |held, bytes| held.saturating_add(*bytes));
        for (_, length, path) in files {
            if held.saturating_add(bytes) <= self.limit {
                break;
            }
            let _ = fs::remove_file(path);
            held = held.saturating_sub(length);
        }
        Ok(())
    }
}

/// Creates the folder for the user alone. An existing one is not changed.
fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a file that only the user may write to, and that must not exist.
fn write(path: &Path, key: &[u8], object: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let numbers = [key.len() as u64, object.len() as u64, checksum(&[key, object])];
    file.write_all(MAGIC)?;
    file.write_all(&numbers.map(u64::to_le_bytes).concat())?;
    file.write_all(key)?;
    file.write_all(object)
}

/// The object in a file for a key, if the file is complete and has that key.
fn object_in<'c>(content: &'c [u8], key: &[u8]) -> Option<&'c [u8]> {
    let (header, rest) = content.split_at_checked(HEADER)?;
    let (magic, numbers) = header.split_at(MAGIC.len());
    let number = |at: usize| numbers[8 * at..][..8].iter().rfold(0u64, |number, byte| number << 8 | u64::from(*byte));
    let (key_bytes, object_bytes) = (usize::try_from(number(0)).ok()?, usize::try_from(number(1)).ok()?);
    let (own_key, object) = rest.split_at_checked(key_bytes)?;
    let is_whole = magic == MAGIC && object.len() == object_bytes && checksum(&[own_key, object]) == number(2);
    (is_whole && own_key == key).then_some(object)
}

/// A checksum that detects damage to any single word of these bytes, and nearly all other damage. It is not a protection
/// against forgery.
fn checksum(parts: &[&[u8]]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut sum = FACTOR;
    for part in parts {
        sum = (sum ^ part.len() as u64).wrapping_mul(FACTOR);
        for chunk in part.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            sum = (sum.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(FACTOR);
        }
    }
    sum ^ sum >> 32
}

/// The owner of files that this process creates.
#[derive(Clone, Debug)]
struct Owner {
    #[cfg(unix)]
    user: u32,
}

#[cfg(unix)]
impl Owner {
    /// The owner of a file created in a folder.
    fn of(folder: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let probe = folder.join(format!("{}-{}-probe.{ASIDE}", std::process::id(), NUMBER.fetch_add(1, Relaxed)));
        let made = File::options().write(true).create_new(true).open(&probe).and_then(|file| file.metadata());
        let _ = fs::remove_file(&probe);
        Ok(Owner { user: std::os::unix::fs::MetadataExt::uid(&made?) })
    }

    /// Returns whether something belongs to the user, and only the user may write to it.
    fn alone_writes(&self, data: &Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        data.uid() == self.user && data.mode() & 0o022 == 0
    }
}

#[cfg(not(unix))]
impl Owner {
    fn of(_: &Path) -> io::Result<Self> {
        Ok(Owner {})
    }

    /// Access control lists decide here, which are inherited from the folder's parent by default.
    fn alone_writes(&self, _: &Metadata) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
