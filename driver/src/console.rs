//! The standard output, for all commands.

use std::io::Write;

/// Writes to the standard output. A reader that went away is no error.
#[allow(clippy::print_stdout, reason = "the command's own output")]
pub(crate) fn print(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}
