//! The standard output, for all commands.

use std::io::Write;

/// What the standard output is called where it cannot be written.
pub(crate) const STANDARD_OUTPUT: &str = "the standard output";

/// Writes to the standard output, all of it or an error.
///
/// # Errors
/// When it is full, or its reader went away.
#[allow(clippy::print_stdout, reason = "the command's own output")]
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes to the standard output. Gives the exit status: 0, or 1 behind a message.
#[allow(clippy::print_stderr, reason = "the command's own messages")]
pub(crate) fn print_or_complain(text: &str) -> u8 {
    let Err(error) = print(text) else { return 0 };
    eprintln!("hlsl2spirv: error: cannot write {STANDARD_OUTPUT}: {error}");
    1
}
