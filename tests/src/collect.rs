//! Finds files: the corpus, the shaders, the sources of the workspace.

use libtest_mimic::Failed;
use std::path::{Path, PathBuf};

/// The folder of this crate, seen from where Cargo runs its tests.
pub(crate) const SUITE: &str = "suite";

/// The root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    PathBuf::from("..")
}

/// All files below a folder with this extension, in the order of their names.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The path with `/` between its parts.
pub(crate) fn display(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Compares a page of the documents with what its tables say. `UPDATE=1` writes it.
pub(crate) fn is_current(page: &str, expected: &str) -> Result<(), Failed> {
    let path = workspace().join(page);
    if std::env::var_os("UPDATE").is_some() {
        return Ok(std::fs::write(path, expected)?);
    }
    match std::fs::read_to_string(path)? == expected {
        true => Ok(()),
        false => Err("the page is out of date; run with UPDATE=1".into()),
    }
}
