//! Waiting until one of the files changes that a run has read.

use crate::console::say;
use crate::file_names::to_path;
use crate::jobs::job_files;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Files are looked at so often.
const PERIOD: Duration = Duration::from_millis(200);

/// What is known of a file: when it was written, and its length.
type State = Option<(SystemTime, u64)>;

/// Returns as soon as a file that was read, or what the names stand for, is not as it was.
pub(super) fn until_changed(names: &[PathBuf], read: &[String]) {
    let first = states(names, read);
    say("hlsl2spirv: waiting for a file to change");
    while states(names, read) == first {
        std::thread::sleep(PERIOD);
    }
}

/// The job files that there are, and the states of all files.
fn states(names: &[PathBuf], read: &[String]) -> (Vec<PathBuf>, Vec<State>) {
    let jobs: Vec<PathBuf> = names.iter().flat_map(|name| job_files(name).unwrap_or_default()).collect();
    let known = jobs.iter().map(|file| state(file));
    let states = known.chain(read.iter().map(|file| state(&to_path(file)))).collect();
    (jobs, states)
}

fn state(file: &Path) -> State {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}
