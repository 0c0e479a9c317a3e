//! Files are read and written in few places, which know limits, kinds of files, and what must not be overwritten.

use super::groups::CRATES;
use super::{module_name, rust, text_of, verdict};
use crate::collect::{files, workspace};
use libtest_mimic::Failed;
use std::path::Path;

/// Where the disk may be used, and for what.
const PLACES: &[(&str, &str)] = &[
    ("driver/library/src/files/reading.rs", "all reading"),
    ("driver/library/src/files/staged.rs", "all writing"),
    ("driver/library/src/files/places.rs", "the files that names refer to"),
    ("driver/library/src/pool/job_server.rs", "the pipe of make"),
    ("driver/batch/src/serve/place.rs", "the socket of a server, and its folder"),
    ("cpu/runner/src/cache.rs", "compiled kernels, whose owners are checked"),
    ("cpu/runner/src/jit/places.rs", "libraries of LLVM in the toolchain's folder"),
];

pub(super) fn files_are_used_in_few_places() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for one in CRATES {
        for path in
            files(&workspace().join(one.folder).join("src"), "rs").iter().filter(|path| !path.ends_with("tests.rs"))
        {
            let own = path.strip_prefix(workspace()).unwrap_or(path).to_string_lossy().replace('\\', "/");
            let allowed = PLACES.iter().any(|(place, _)| *place == own);
            match (uses_disk(path, &text_of(path)), allowed) {
                (true, false) => {
                    problems.push(format!("{own} names std::fs; read and write through the driver's files and staged"))
                }
                (false, true) => problems.push(format!("{own} does not name std::fs")),
                (true, true) | (false, false) => {}
            }
        }
    }
    verdict(problems)
}

fn uses_disk(path: &Path, text: &str) -> bool {
    let is_disk = |path: &[String]| path.starts_with(&["std".to_owned(), "fs".to_owned()]);
    rust::read(module_name(path), text).iter().any(|module| {
        module.imports.iter().any(|import| is_disk(&import.path)) || module.mentions.iter().any(|path| is_disk(path))
    })
}

/// Any spelling is found; tests are exempt.
pub(super) fn uses_of_files_are_found() -> Result<(), Failed> {
    let uses = |text: &str| uses_disk(Path::new("a.rs"), text);
    for text in ["use std::fs;", "use std::{fs::File, io};", "fn f() { std::fs::read(p) }", "use std::fs as disk;"] {
        assert!(uses(text), "{text}");
    }
    for text in ["use std::io;", "// std::fs\nfn fs() {}", "#[cfg(test)] mod tests { use std::fs; }"] {
        assert!(!uses(text), "{text}");
    }
    Ok(())
}
