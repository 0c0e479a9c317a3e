//! The standard output and the standard error output, for all commands.

use base::visible;
use std::fmt::Display;
use std::io::{BufWriter, Write};

/// The name of the standard output in messages.
pub(crate) const STANDARD_OUTPUT: &str = "the standard output";

/// The size of one write.
const CHUNK: usize = 1 << 16;

/// Writes to the standard output, all of it or an error.
///
/// # Errors
/// When it is full, or its reader went away.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    print_all(std::iter::once(text))
}

/// Writes pieces to the standard output one by one: together they may be longer than there is room for.
///
/// # Errors
/// When it is full, or its reader went away.
pub(crate) fn print_all(pieces: impl Iterator<Item = impl AsRef<str>>) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(CHUNK, std::io::stdout().lock());
    for piece in pieces {
        out.write_all(piece.as_ref().as_bytes())?;
    }
    out.flush()
}

/// Writes to the standard output. Returns the exit status: 0, or 1 after a message.
pub(crate) fn print_or_complain(text: &str) -> u8 {
    let Err(error) = print(text) else { return 0 };
    complain(format_args!("cannot write {STANDARD_OUTPUT}: {error}"));
    1
}

/// Prints a message to the standard error output, on lines of its own, without control characters from names of files
/// and from modules. If that fails, the command goes on.
pub(crate) fn say(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(std::io::stderr().lock(), "{}", visible::text(text.trim_end_matches('\n')));
}

/// Prints an error message.
pub(crate) fn complain(message: impl Display) {
    say(format_args!("hlsl2spirv: error: {message}"));
}
