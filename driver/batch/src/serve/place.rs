//! Where a server waits: the socket, and the folder that it is in.

use library::files::digest::Digest;
use library::pipeline::shared::manifest;
use rustix::process::geteuid;
use std::fs::File;
use std::hash::Hash;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The bits of a mode that let others in.
const OTHERS: u32 = 0o077;

/// The identity of this build of the program on this machine, for processes that see the same files.
pub(super) fn identity() -> Option<String> {
    let compiler = manifest::compiler()?;
    // A process of a container may see other files under the same names.
    let files = std::fs::read_link("/proc/self/ns/mnt").unwrap_or_default();
    Some(Digest::of(|hasher| (&compiler, &files).hash(hasher)).to_string())
}

/// The socket for this user and this build.
///
/// # Errors
/// When its folder cannot be made, or others may write to it.
pub(super) fn of_user(identity: &str) -> Result<PathBuf, String> {
    let given = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = match given {
        Some(folder) => folder.join("hlsl2spirv"),
        None => std::env::temp_dir().join(format!("hlsl2spirv-{}", geteuid().as_raw())),
    };
    let made = std::fs::DirBuilder::new().mode(0o700).create(&folder);
    let data = std::fs::symlink_metadata(&folder).map_err(|error| {
        let error = made.err().unwrap_or(error);
        format!("cannot create '{}': {error}", folder.display())
    })?;
    if !data.is_dir() || data.uid() != geteuid().as_raw() || data.mode() & OTHERS != 0 {
        return Err(format!("'{}' is not a folder that the user alone may enter", folder.display()));
    }
    Ok(folder.join(identity))
}

/// Returns whether a socket belongs to the user: any other server could lie.
pub(super) fn is_own(socket: &Path) -> bool {
    std::fs::metadata(socket).is_ok_and(|data| data.uid() == geteuid().as_raw())
}

/// The folder of a server and its workers: any other could not be removed meanwhile.
pub(super) const FOLDER: &str = "/";

/// The message when [`identity`] is not known.
pub(super) const NO_IDENTITY: &str = "the compiler's own file cannot be found";

/// The current folder, to be passed on.
pub(super) fn current_folder() -> io::Result<OwnedFd> {
    File::open(".").map(OwnedFd::from)
}

/// A stream that gives and takes nothing.
pub(super) fn nothing() -> io::Result<OwnedFd> {
    File::options().read(true).write(true).open("/dev/null").map(OwnedFd::from)
}

/// Removes a socket that has no server.
pub(super) fn remove(socket: &Path) {
    // A file that has gone already is what is wanted.
    let _ = std::fs::remove_file(socket);
}

/// The memory of this process in bytes, where the system has a file that says so.
pub(super) fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    resident.unwrap_or_default() * rustix::param::page_size() as u64
}
