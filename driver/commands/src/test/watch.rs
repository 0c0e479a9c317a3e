//! Waits for a change of the files that a run has read.

use launch::jobs::job_files;
use library::files::names::to_path;
use library::files::reading;
use library::report::console::say;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// The interval between examines the files.
const PERIOD: Duration = Duration::from_millis(200);

/// Modification time and length of a file.
type State = Option<(SystemTime, u64)>;

/// File systems keep the times of changes by a clock that may be so far behind.
const CLOCK_ERROR: Duration = Duration::from_millis(20);

/// Returns as soon as one of the files that were read or match the names has changed since the start of the run, which may
/// have been while they were read.
pub(super) fn until_changed(names: &[PathBuf], read: &[String], start: SystemTime) {
    let first = states(names, read);
    let start = start.checked_sub(CLOCK_ERROR).unwrap_or(start);
    if first.1.iter().flatten().any(|(modified, _)| *modified >= start) {
        return;
    }
    say("hlsl2spirv: waiting for a file to change");
    while states(names, read) == first {
        std::thread::sleep(PERIOD);
    }
}

/// The existing job files, and the states of all files.
fn states(names: &[PathBuf], read: &[String]) -> (Vec<PathBuf>, Vec<State>) {
    let jobs: Vec<PathBuf> = names.iter().flat_map(|name| job_files(name).unwrap_or_default()).collect();
    let known = jobs.iter().map(|file| reading::state(file));
    let states = known.chain(read.iter().map(|file| reading::state(&to_path(file)))).collect();
    (jobs, states)
}
