//! WebAssembly has no clock, no processes and no threads: the standard library panics there. What a page may run asks `base`.

use super::groups::CRATES;
use super::{module_name, rust, text_of, verdict};
use crate::collect::{files, workspace};
use libtest_mimic::Failed;
use std::path::Path;

/// Where a clock of the system, or the number of a process, may be asked for: what no page runs.
const PLACES: &[(&str, &str)] = &[
    ("base/src/clock.rs", "the clock of all others"),
    ("base/src/threads.rs", "the number of the process for all others"),
    ("cpu/debug/src/serve.rs", "the loop over two streams"),
    ("cpu/runner/src/cache.rs", "folders of compiled kernels"),
    ("cpu/runner/src/grid.rs", "compiled kernels"),
    ("cpu/runner/src/pool.rs", "what a caller of other threads watches"),
    ("driver/batch/src/serve/server.rs", "processes"),
    ("driver/commands/src/cost/gpus.rs", "drivers"),
    ("driver/commands/src/draw.rs", "the frames of the command"),
    ("driver/commands/src/host.rs", "the command"),
    ("driver/commands/src/predicate.rs", "processes"),
    ("driver/commands/src/reduce.rs", "the command"),
    ("driver/commands/src/shadermake/lines.rs", "the command"),
    ("driver/commands/src/test.rs", "the command"),
    ("driver/commands/src/test/watch.rs", "the command"),
    ("driver/library/src/files/reading.rs", "times of files"),
    ("driver/library/src/files/staged.rs", "names and times of files"),
    ("driver/launch/src/jobs.rs", "files of jobs"),
    ("driver/library/src/pipeline/shared/module_folder/folder.rs", "folders of modules"),
    ("driver/library/src/pipeline/shared/module_folder/server.rs", "servers of modules"),
    ("driver/library/src/report/waiting.rs", "a terminal"),
    ("driver/commands/src/scripts.rs", "files of scripts"),
    ("driver/commands/src/testing/run.rs", "files of tests"),
    ("editor/lsp/src/serve.rs", "the loop over two streams"),
];

/// What panics there.
const ABSENT: [&[&str]; 3] = [&["std", "time", "Instant"], &["std", "time", "SystemTime"], &["std", "process", "id"]];

pub(super) fn clocks_are_asked_in_few_places() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for one in CRATES {
        for path in
            files(&workspace().join(one.folder).join("src"), "rs").iter().filter(|path| !path.ends_with("tests.rs"))
        {
            let own = path.strip_prefix(workspace()).unwrap_or(path).to_string_lossy().replace('\\', "/");
            let allowed = PLACES.iter().any(|(place, _)| *place == own);
            match (asks(path, &text_of(path)), allowed) {
                (true, false) => problems.push(format!(
                    "{own} uses a clock or a process; WebAssembly has none: use base::clock::Moment and base::threads"
                )),
                (false, true) => problems.push(format!("{own} uses neither a clock nor a process")),
                (true, true) | (false, false) => {}
            }
        }
    }
    verdict(problems)
}

fn asks(path: &Path, text: &str) -> bool {
    let is_absent = |path: &[String]| {
        ABSENT.iter().any(|absent| path.iter().zip(*absent).all(|(own, one)| own == one) && path.len() >= absent.len())
    };
    rust::read(module_name(path), text).iter().any(|module| {
        module.imports.iter().any(|import| is_absent(&import.path))
            || module.mentions.iter().any(|path| is_absent(path))
    })
}

/// Any spelling is found; tests are exempt.
pub(super) fn questions_for_clocks_are_found() -> Result<(), Failed> {
    let asks = |text: &str| asks(Path::new("a.rs"), text);
    for text in [
        "use std::time::Instant;",
        "use std::time::{Duration, SystemTime};",
        "fn f() { std::time::Instant::now() }",
        "fn f() -> u32 { std::process::id() }",
    ] {
        assert!(asks(text), "{text}");
    }
    for text in [
        "use std::time::Duration;",
        "use std::process::ExitCode;",
        "#[cfg(test)] mod tests { use std::time::Instant; }",
    ] {
        assert!(!asks(text), "{text}");
    }
    Ok(())
}
