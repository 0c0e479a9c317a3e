//! The rule for make and Ninja about a whole batch.

use base::ids::Set;
use library::files::names::{STANDARD_STREAM, to_bytes, to_text};
use library::files::outputs;
use std::io::Write;
use std::path::Path;

/// Writes the rule of a target that depends on all files of a batch.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write(file: &Path, target: &str, read: &Set<String>) -> Result<(), String> {
    let rule = outputs::make_rule(&outputs::for_make(target), read.iter(), true);
    put(file, &to_bytes(&rule))
}

/// Writes a file anew, so that its time is that of the batch.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn put(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let name = to_text(file.as_os_str());
    if name == STANDARD_STREAM {
        return std::io::stdout().write_all(bytes).map_err(|error| format!("cannot write '{name}': {error}"));
    }
    library::files::staged::write(file, bytes).map_err(|error| format!("cannot write '{name}': {error}"))
}
