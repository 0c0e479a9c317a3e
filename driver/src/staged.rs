//! Output files: written beside their places, and put there all at once.
//!
//! Whoever is interrupted leaves the old files as they were. An output is never a file that the call has read, nor the
//! same file as another output, whatever links lead there. Devices and pipes have no place to be put to; they are written
//! as they are, at the end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The outputs of a call, until they are put in their places.
#[derive(Debug, Default)]
pub(crate) struct Staged {
    inputs: Vec<Identity>,
    files: Vec<Output>,
}

/// Why a file is not written, with its name as the caller gave it.
#[derive(Debug)]
pub(crate) struct NotWritten {
    pub(crate) file: String,
    pub(crate) reason: String,
}

#[derive(Debug)]
struct Output {
    /// The name as the caller gave it.
    name: String,
    /// Where it goes: no link.
    target: PathBuf,
    identity: Identity,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// In a file beside the target, which takes its place.
    Beside(PathBuf),
    /// In memory: the target is no file, or its folder takes no further one.
    Memory(Vec<u8>),
    /// In its place.
    Done,
}

/// What makes two names lead to the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Identity {
    path: PathBuf,
    #[cfg(unix)]
    node: Option<(u64, u64)>,
}

impl Identity {
    fn of(target: &Path) -> Self {
        // The folder may have several names too.
        let folder = target.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let folder = folder.and_then(|folder| folder.canonicalize().ok());
        let path = match (folder, target.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => target.to_owned(),
        };
        #[cfg(unix)]
        let node = {
            use std::os::unix::fs::MetadataExt;
            fs::metadata(target).ok().map(|data| (data.dev(), data.ino()))
        };
        Identity {
            path,
            #[cfg(unix)]
            node,
        }
    }

    fn is_same(&self, other: &Identity) -> bool {
        #[cfg(unix)]
        if self.node.is_some() && self.node == other.node {
            return true;
        }
        self.path == other.path
    }
}

/// The end of a chain of links, whether there is a file or not. What is no file keeps its name: the links of `/dev/stdout`
/// end in one that nobody can open where it is a pipe.
fn resolve(path: &Path) -> PathBuf {
    const MOST_LINKS: usize = 40;
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return path.to_owned();
    }
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    target
}

impl Staged {
    /// No outputs yet. The inputs are files that none of them may be.
    pub(crate) fn new<'p>(inputs: impl IntoIterator<Item = &'p str>) -> Self {
        let inputs = inputs.into_iter().map(|input| Identity::of(&resolve(Path::new(input)))).collect();
        Staged { inputs, files: Vec::new() }
    }

    /// Writes an output, which is not in its place yet.
    ///
    /// # Errors
    /// When the place is an input's or another output's, or there is no room.
    pub(crate) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), NotWritten> {
        let not_written = |reason: String| NotWritten { file: name.to_owned(), reason };
        let target = resolve(Path::new(name));
        let identity = Identity::of(&target);
        let is_file = fs::metadata(&target).map_or(true, |data| data.is_file());
        if is_file {
            self.check(&identity).map_err(&not_written)?;
        }
        let content = stage(&target, bytes).map_err(|error| not_written(error.to_string()))?;
        self.files.push(Output { name: name.to_owned(), target, identity, content });
        Ok(())
    }

    /// Keeps the outputs from a file that is written in another way.
    pub(crate) fn reserve(&mut self, name: Option<&str>) {
        self.inputs.extend(name.map(|name| Identity::of(&resolve(Path::new(name)))));
    }

    /// Whether a file may be written.
    ///
    /// # Errors
    /// When it is an input or an output already.
    pub(crate) fn allows(&self, name: &str) -> Result<(), String> {
        self.check(&Identity::of(&resolve(Path::new(name))))
    }

    fn check(&self, identity: &Identity) -> Result<(), String> {
        if self.inputs.iter().any(|input| input.is_same(identity)) {
            return Err("it is read, or written otherwise, by the same call".to_owned());
        }
        match self.files.iter().find(|output| output.identity.is_same(identity)) {
            Some(other) => Err(format!("'{}' is written to the same place", other.name)),
            None => Ok(()),
        }
    }

    /// Puts all outputs in their places. When one cannot be put there, the others are taken back.
    ///
    /// # Errors
    /// When a place cannot be written.
    pub(crate) fn commit(mut self) -> Result<(), NotWritten> {
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
    /// What is not in its place goes.
    fn drop(&mut self) {
        for output in &self.files {
            if let Content::Beside(path) = &output.content {
                let _ = fs::remove_file(path);
            }
        }
    }
}

impl Output {
    fn place(&mut self) -> io::Result<()> {
        match &self.content {
            Content::Beside(path) => fs::rename(path, &self.target)?,
            Content::Memory(bytes) => {
                let mut file = OpenOptions::new().write(true).truncate(true).create(true).open(&self.target)?;
                file.write_all(bytes)?;
            }
            Content::Done => {}
        }
        self.content = Content::Done;
        Ok(())
    }
}

/// What was in an output's place before.
#[derive(Debug)]
enum Saved {
    Nothing,
    /// There was no file, so that there shall be none.
    Absent(PathBuf),
    /// A second name for the file that was there.
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

/// A name in the target's folder that nobody else takes.
fn beside(target: &Path) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Relaxed);
    target.with_file_name(format!(".hlsl2spirv-{}-{number}", std::process::id()))
}

/// Writes beside the target, or keeps in memory what has to be written into it.
fn stage(target: &Path, bytes: &[u8]) -> io::Result<Content> {
    let old = fs::metadata(target).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if old.as_ref().is_some_and(|data| !data.is_file()) {
        return Ok(Content::Memory(bytes.to_vec()));
    }
    let path = beside(target);
    let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(file) => file,
        // A file may be writable in a folder that is not.
        Err(error) if old.is_some() && error.kind() != io::ErrorKind::StorageFull => {
            drop(OpenOptions::new().write(true).open(target)?);
            return Ok(Content::Memory(bytes.to_vec()));
        }
        Err(error) => return Err(error),
    };
    let content = fill(file, old.as_ref(), bytes);
    if content.is_err() {
        let _ = fs::remove_file(&path);
    }
    content.map(|()| Content::Beside(path))
}

/// The new file may be read and written by whoever might do so with the old one, which must be writable.
fn fill(mut file: File, old: Option<&fs::Metadata>, bytes: &[u8]) -> io::Result<()> {
    if let Some(old) = old {
        if old.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)
}

/// Writes one file, or leaves it as it is.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut staged = Staged::default();
    let failed = |error: NotWritten| io::Error::other(error.reason);
    staged.write(&path.to_string_lossy(), bytes).map_err(failed)?;
    staged.commit().map_err(failed)
}
