//! Inputs that a build tool has declared and that nothing reads, for the `unused_inputs_list` of Bazel.
//!
//! Names are compared as paths, without looking at the disk: `a/../b.hlsli` is `b.hlsli`, however links lead.

use base::ids::Set;
use library::files::names::{to_bytes, to_path, to_text};
use library::files::reading;
use library::files::staged::put;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// Reads the list of declared inputs.
///
/// # Errors
/// When it cannot be read.
pub(super) fn read(declared: &Path) -> Result<String, String> {
    let name = to_text(declared.as_os_str());
    reading::read_bytes(&name).map(reading::decode).map_err(|error| format!("cannot read '{name}': {error}"))
}

/// Writes those declared inputs that are not among the files that were read, in their order.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn write<'p>(declared: &str, unused: &Path, read: impl Iterator<Item = Cow<'p, str>>) -> Result<(), String> {
    let current = std::env::current_dir().unwrap_or_default();
    let read: Set<PathBuf> = read.map(|path| folded(&path, &current)).collect();
    let lines = declared.lines().filter(|line| !line.is_empty() && !read.contains(&folded(line, &current)));
    let unread: String = lines.flat_map(|line| [line, "\n"]).collect();
    put(unused, &to_bytes(&unread))
}

/// The path from the current folder, without detours.
pub(super) fn folded(path: &str, current: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in current.join(to_path(path)).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_lead_to_the_same_file() {
        let current = Path::new("/project/tree");
        for name in ["a/b.hlsli", "./a//b.hlsli", "a/c/../b.hlsli", "/project/tree/a/b.hlsli", "../tree/a/b.hlsli"] {
            assert_eq!(folded(name, current), Path::new("/project/tree/a/b.hlsli"), "{name}");
        }
    }
}
