//! Output files, all of the command's: written to temporary files, and renamed all at once.
//!
//! An interruption leaves the old files as they were. An output is never a file that the command has read, nor the same
//! file as another output, through any links. Devices and pipes cannot be replaced; they are written directly, at the
//! end. The name `-` denotes the standard output.

use crate::files::digest::Digest;
use crate::files::names::{STANDARD_STREAM, to_path, to_text};
use crate::files::places::{self, Identity, Place};
use crate::files::reading;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The outputs of a call, until they are committed.
#[derive(Debug, Default)]
pub struct Staged {
    /// Files that are written in another way.
    reserved: Vec<Identity>,
    files: Vec<Output>,
    /// True if files may be replaced that were read, as a formatter does.
    replaces_inputs: bool,
    /// Leaves files alone that have the same contents already, so that build tools see no change.
    keeps_equal: bool,
    /// Digests of the outputs by their names, where they are recorded.
    digests: Option<Digests>,
}

/// Digests of files by their names.
pub type Digests = Vec<(String, Digest)>;

/// The reason why a file was not written, with its name as the caller gave it.
#[derive(Debug)]
pub struct NotWritten {
    /// The name of the file.
    pub file: String,
    /// The reason, in words.
    pub reason: String,
}

impl std::fmt::Display for NotWritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot write '{}': {}", self.file, self.reason)
    }
}

#[derive(Debug)]
struct Output {
    /// The name as the caller gave it.
    name: String,
    /// The target: no link.
    target: PathBuf,
    identity: Identity,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// In a temporary file beside the target, which replaces it.
    Beside(PathBuf),
    /// In memory: the target is not a regular file, or its folder is not writable.
    Memory(Vec<u8>),
    /// For the standard output.
    Standard(Vec<u8>),
    /// Committed.
    Done,
}

impl Staged {
    /// No outputs yet; they may be files that were read.
    pub fn over_inputs() -> Self {
        let mut staged = Self::default();
        staged.replaces_inputs = true;
        staged
    }

    /// Sets whether files are left alone that have the same contents already.
    pub fn keep_equal(&mut self, keeps_equal: bool) {
        self.keeps_equal = keeps_equal;
    }

    /// Takes the digests of outputs from now on, which [`Staged::digests`] returns.
    pub fn keep_digests(&mut self) {
        self.digests.get_or_insert_default();
    }

    /// The digests of the outputs so far.
    pub fn digests(&mut self) -> Digests {
        self.digests.take().unwrap_or_default()
    }

    /// Stages an output.
    ///
    /// # Errors
    /// When the place is an input's or another output's, or there is no room.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), NotWritten> {
        let not_written = |reason: String| NotWritten { file: name.to_owned(), reason };
        if name == STANDARD_STREAM {
            self.check(&Identity::Standard).map_err(&not_written)?;
            let (target, content) = (PathBuf::new(), Content::Standard(bytes.to_vec()));
            self.files.push(Output { name: name.to_owned(), target, identity: Identity::Standard, content });
            return Ok(());
        }
        let place = Place::of(&to_path(name));
        // Finding the identity of a file that does not exist yet takes many system calls, and a single output needs none.
        let is_only = place.found.is_none() && self.reserved.is_empty() && self.files.is_empty();
        let identity = if is_only { Identity::Path(place.target.clone()) } else { place.identity() };
        if place.takes_file() && !is_only {
            self.check(&identity).map_err(&not_written)?;
        }
        let holds = |data| reading::still_holds(&place.target, data, bytes);
        let is_equal = self.keeps_equal && place.found.as_ref().is_some_and(holds);
        let staged = if is_equal { Ok(Content::Done) } else { stage(&place, bytes) };
        let content = staged.map_err(|error| not_written(error.to_string()))?;
        if let Some(digests) = &mut self.digests {
            digests.push((name.to_owned(), Digest::of_bytes(bytes)));
        }
        self.files.push(Output { name: name.to_owned(), target: place.target, identity, content });
        Ok(())
    }

    /// Reserves a file that is written in another way.
    pub fn reserve(&mut self, name: Option<&str>) {
        self.reserved.extend(name.map(|name| Place::of(&to_path(name)).identity()));
    }

    fn check(&self, identity: &Identity) -> Result<(), String> {
        if self.reserved.contains(identity) || !self.replaces_inputs && places::was_read(identity) {
            return Err("the file is also an input or another output of this command".to_owned());
        }
        match self.files.iter().find(|output| output.is(identity)) {
            Some(other) => Err(format!("'{}' is the same file", other.name)),
            None => Ok(()),
        }
    }

    /// Commits all outputs. If one fails, the others are rolled back.
    ///
    /// # Errors
    /// When a place cannot be written.
    pub fn commit(mut self) -> Result<(), NotWritten> {
        let not_written =
            |name: &str, error: io::Error| NotWritten { file: name.to_owned(), reason: error.to_string() };
        let mut saved = Vec::new();
        let several = self.files.len() > 1;
        for at in 0..self.files.len() {
            let output = &mut self.files[at];
            let old = if several { Saved::new(&output.target) } else { Saved::none() };
            if let Err(error) = output.place() {
                old.forget();
                saved.into_iter().for_each(Saved::restore);
                return Err(not_written(&self.files[at].name, error));
            }
            saved.push(old);
        }
        saved.into_iter().for_each(Saved::forget);
        Ok(())
    }
}

impl Drop for Staged {
    /// Removes uncommitted files.
    fn drop(&mut self) {
        for output in &self.files {
            if let Content::Beside(path) = &output.content {
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl Output {
    /// Returns whether it is the file with this identity.
    fn is(&self, identity: &Identity) -> bool {
        let own = &self.identity;
        own == identity || matches!(own, Identity::Path(path) if Place::of(path).identity() == *identity)
    }

    fn place(&mut self) -> io::Result<()> {
        match &self.content {
            Content::Beside(path) => {
                fs::rename(path, &self.target)?;
                places::forget_read(&self.identity);
            }
            Content::Memory(bytes) => {
                let mut file = OpenOptions::new().write(true).truncate(true).create(true).open(&self.target)?;
                file.write_all(bytes)?;
            }
            Content::Standard(bytes) => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)?;
                out.flush()?;
            }
            Content::Done => {}
        }
        self.content = Content::Done;
        Ok(())
    }
}

/// The state of an output's place before the commit.
#[derive(Debug)]
enum Saved {
    Nothing,
    /// There was no file, and a rollback removes it.
    Absent(PathBuf),
    /// A hard link to the previous file.
    Present(PathBuf, PathBuf),
}

impl Saved {
    fn none() -> Self {
        Saved::Nothing
    }

    fn new(target: &Path) -> Self {
        match fs::symlink_metadata(target) {
            Err(_) => Saved::Absent(target.to_owned()),
            Ok(data) if !data.is_file() => Saved::Nothing,
            Ok(_) => {
                let second = beside(target);
                let kept = fs::hard_link(target, &second).or_else(|_| fs::copy(target, &second).map(drop));
                if kept.is_ok() { Saved::Present(second, target.to_owned()) } else { Saved::Nothing }
            }
        }
    }

    fn restore(self) {
        let _ = match self {
            Saved::Nothing => Ok(()),
            Saved::Absent(target) => fs::remove_file(target),
            Saved::Present(second, target) => fs::rename(second, target),
        };
    }

    fn forget(self) {
        if let Saved::Present(second, _) = self {
            let _ = fs::remove_file(second);
        }
    }
}

/// An unused name in the target's folder.
fn beside(target: &Path) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Relaxed);
    target.with_file_name(format!(".hlsl2spirv-{}-{number}", std::process::id()))
}

/// Writes a temporary file, or keeps the contents in memory if the target must be written directly.
fn stage(place: &Place, bytes: &[u8]) -> io::Result<Content> {
    let old = place.found.as_ref();
    if old.is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
    }
    if !place.takes_file() {
        return Ok(Content::Memory(bytes.to_vec()));
    }
    let path = beside(&place.target);
    let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(file) => file,
        // A file may be writable in a folder that is not.
        Err(error) if old.is_some() && error.kind() != io::ErrorKind::StorageFull => {
            drop(OpenOptions::new().write(true).open(&place.target)?);
            return Ok(Content::Memory(bytes.to_vec()));
        }
        Err(error) => return Err(error),
    };
    let content = fill(file, old, bytes);
    if content.is_err() {
        let _ = fs::remove_file(&path);
    }
    content.map(|()| Content::Beside(path))
}

/// Copies the permissions of the old file, which must be writable.
fn fill(mut file: File, old: Option<&fs::Metadata>, bytes: &[u8]) -> io::Result<()> {
    if let Some(old) = old {
        if old.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)
}

/// Writes one file.
///
/// # Errors
/// When the command has read it, or it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_in(Staged::default(), path, bytes)
}

/// Writes a file anew, so that its time is that of this call. `-` is the standard output.
///
/// # Errors
/// When the command has read it, or it cannot be written: the message.
pub fn put(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let name = to_text(file.as_os_str());
    let written = if name == STANDARD_STREAM { io::stdout().write_all(bytes) } else { write(file, bytes) };
    written.map_err(|error| format!("cannot write '{name}': {error}"))
}

/// Writes one file, unless its contents are the same already, so that build tools see no change.
///
/// # Errors
/// As for [`write`].
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut staged = Staged::default();
    staged.keep_equal(true);
    write_in(staged, path, bytes)
}

/// Replaces one file, which may have been read.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_in(Staged::over_inputs(), path, bytes)
}

fn write_in(mut staged: Staged, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let failed = |error: NotWritten| io::Error::other(error.reason);
    staged.write(&to_text(path.as_os_str()), bytes).map_err(failed)?;
    staged.commit().map_err(failed)
}

/// Removes a file of the compiler's own, if it is there.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// Sets the time of a file of the compiler's own to the present.
pub(crate) fn touch(path: &Path) {
    let open = OpenOptions::new().append(true).open(path);
    let _ = open.and_then(|file| file.set_modified(std::time::SystemTime::now()));
}

/// Appends to a file, or writes it anew.
///
/// # Errors
/// When the command has read it, or it cannot be written.
pub fn append(name: &str, bytes: &[u8], anew: bool) -> io::Result<()> {
    let place = Place::of(&to_path(name));
    if place.takes_file() {
        Staged::default().check(&place.identity()).map_err(io::Error::other)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(!anew).truncate(anew).open(to_path(name))?.write_all(bytes)
}

/// Makes a folder for outputs, with those around it.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Writes a text into the folder for temporary files, instead of an older one of this process.
///
/// # Errors
/// When it cannot be written.
pub fn put_aside(folder: &str, name: &str, text: &str) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("{folder}-{}", std::process::id()));
    make_folder(&folder)?;
    let path = folder.join(name);
    write(&path, text.as_bytes())?;
    Ok(path)
}

/// Removes the folder of a text that was put aside.
pub fn remove_aside(path: &Path) {
    if let Some(folder) = path.parent().filter(|folder| folder.starts_with(std::env::temp_dir())) {
        let _ = fs::remove_dir_all(folder);
    }
}
