//! The files that names refer to, and those that the command has read or is going to write.
//!
//! Names are compared by the file that they lead to, through links and relative parts. Must not know the contents of files.

use crate::files::names::to_path;
use base::ids::{Map, Set};
use std::fs::{self, Metadata};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The identity of a file that names are compared by: the existing file, or its future place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    #[cfg(unix)]
    Node(u64, u64),
    Path(PathBuf),
    /// The standard output.
    Standard,
}

/// The resolution of a name.
#[derive(Debug)]
pub(crate) struct Place {
    /// The end of a chain of links, whether a file exists or not. Anything but a regular file keeps its name: the links
    /// of `/dev/stdout` end in one that cannot be opened if it is a pipe.
    pub(crate) target: PathBuf,
    /// Its metadata, if it exists.
    pub(crate) found: Option<Metadata>,
}

impl Place {
    pub(crate) fn of(path: &Path) -> Self {
        const MOST_LINKS: usize = 40;
        let found = fs::symlink_metadata(path).ok();
        if !found.as_ref().is_some_and(Metadata::is_symlink) {
            return Place { target: path.to_owned(), found };
        }
        let found = fs::metadata(path).ok();
        let mut target = path.to_owned();
        if found.as_ref().is_some_and(|data| !data.is_file()) {
            return Place { target, found };
        }
        for _ in 0..MOST_LINKS {
            let Ok(next) = fs::read_link(&target) else { break };
            target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
        }
        Place { target, found }
    }

    /// Returns whether a regular file exists, or may be created.
    pub(crate) fn takes_file(&self) -> bool {
        self.found.as_ref().is_none_or(Metadata::is_file)
    }

    /// Checks that it was not read: what does not exist was not.
    fn check_unread(&self, name: &str, owner: &str) -> Result<(), String> {
        match self.found.is_some() && self.takes_file() && was_read(&self.identity()) {
            true => Err(format!("{owner} writes '{name}', which is an input of the same call")),
            false => Ok(()),
        }
    }

    pub(crate) fn identity(&self) -> Identity {
        match &self.found {
            Some(data) => identity_of(&self.target, data),
            None => Identity::Path(self.path()),
        }
    }

    /// The target in its canonical folder, which may have several names too.
    fn path(&self) -> PathBuf {
        match (self.target.parent(), self.target.file_name()) {
            (Some(folder), Some(name)) => canonical(folder).join(name),
            _ => self.target.clone(),
        }
    }
}

#[cfg(unix)]
fn identity_of(_: &Path, data: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity::Node(data.dev(), data.ino())
}

#[cfg(not(unix))]
fn identity_of(path: &Path, _: &Metadata) -> Identity {
    Identity::Path(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
}

/// A folder without links and relative parts, as far as it exists.
fn canonical(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let known = whole.ancestors().find_map(|known| Some((known, known.canonicalize().ok()?)));
    let Some((known, mut out)) = known else { return whole };
    for part in whole.strip_prefix(known).unwrap_or(Path::new("")).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(part),
        }
    }
    out
}

/// The files that the command has read; nothing in programs that use the library, whose calls are their own.
static READ: Mutex<Option<Set<Identity>>> = Mutex::new(None);

/// Remembers which files this process reads from now on: no output of the command may be one of them.
pub fn remember_reads() {
    *READ.lock().unwrap_or_else(PoisonError::into_inner) = Some(Set::default());
}

/// Forgets a file that was replaced: another one may get its number.
pub(crate) fn forget_read(identity: &Identity) {
    if let Some(read) = READ.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        read.swap_remove(identity);
    }
}

/// Notes that a file is read.
pub(crate) fn note_read(path: &Path, data: &Metadata) {
    if let Some(read) = READ.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        read.insert(identity_of(path, data));
    }
}

/// Notes that the user names a file as an input, whether or not it is read.
pub fn note_named(name: &str) {
    let path = to_path(name);
    if let Ok(data) = fs::metadata(&path) {
        note_read(&path, &data);
    }
}

/// Returns whether this process has read a file.
pub(crate) fn was_read(identity: &Identity) -> bool {
    READ.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|read| read.contains(identity))
}

/// Checks that a part of a call does not overwrite a file that the call has read.
///
/// # Errors
/// When it does.
pub fn check_unread(name: &str, owner: &str) -> Result<(), String> {
    Place::of(&to_path(name)).check_unread(name, owner)
}

/// The files that the parts of a call are going to write, each with the part.
#[derive(Debug, Default)]
pub struct Claims {
    /// The parts by the files, which are compared by their paths: a file that is replaced gets another node.
    owners: Map<PathBuf, Owner>,
    /// Canonical folders by their names.
    folders: Map<PathBuf, PathBuf>,
    /// Names of files that were looked up, and that no part writes.
    free: Mutex<Set<String>>,
}

/// A part of a call that writes a file: its number, and its name for messages.
#[derive(Debug)]
struct Owner {
    part: usize,
    name: String,
}

impl Claims {
    /// Claims a file for a part of the call, of a number and a name. Devices and pipes may be written by several.
    ///
    /// # Errors
    /// When the call has read it, or another part writes it.
    pub fn claim(&mut self, name: &str, part: usize, owner: &str) -> Result<(), String> {
        let place = Place::of(&to_path(name));
        if !place.takes_file() {
            return Ok(());
        }
        place.check_unread(name, owner)?;
        let path = self.path(&place);
        match self.owners.get(&path) {
            Some(first) if first.part != part => {
                Err(format!("{owner} writes '{name}', which {} also writes", first.name))
            }
            Some(_) => Ok(()),
            None => {
                self.owners.insert(path, Owner { part, name: owner.to_owned() });
                Ok(())
            }
        }
    }

    /// The part that writes a file, unless it has this name.
    pub fn other_owner(&self, name: &str, own: &str) -> Option<&str> {
        if self.free.lock().unwrap_or_else(PoisonError::into_inner).contains(name) {
            return None;
        }
        let place = Place::of(&to_path(name));
        let path = self.known(&place).unwrap_or_else(|| place.path());
        let Some(owner) = self.owners.get(&path) else {
            self.free.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
            return None;
        };
        (owner.name != own).then_some(&owner.name)
    }

    fn path(&mut self, place: &Place) -> PathBuf {
        self.known(place).unwrap_or_else(|| {
            let path = place.path();
            if let (Some(folder), Some(whole)) = (place.target.parent(), path.parent()) {
                self.folders.insert(folder.to_owned(), whole.to_owned());
            }
            path
        })
    }

    /// The path of a file in a folder that was looked up before.
    fn known(&self, place: &Place) -> Option<PathBuf> {
        Some(self.folders.get(place.target.parent()?)?.join(place.target.file_name()?))
    }
}
