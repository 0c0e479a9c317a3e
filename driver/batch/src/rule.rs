//! The rule for make and Ninja about a whole list.

use base::ids::Set;
use library::files::names::to_bytes;
use library::files::{outputs, staged};
use std::path::Path;

/// Writes the rule of a target that depends on all files of a list.
///
/// # Errors
/// When the file cannot be written.
pub fn write(file: &Path, target: &str, read: &Set<String>) -> Result<(), String> {
    let rule = outputs::make_rule(&outputs::for_make(target), read.iter(), true);
    staged::put(file, &to_bytes(&rule))
}
