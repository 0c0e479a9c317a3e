//! The standard output and the standard error output, for all commands.

use base::visible;
use std::fmt::Display;
use std::io::{BufWriter, Write};

/// What the standard output is called where it cannot be written.
pub(crate) const STANDARD_OUTPUT: &str = "the standard output";

/// So many bytes are written at once.
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

/// Writes to the standard output. Gives the exit status: 0, or 1 after a message.
pub(crate) fn print_or_complain(text: &str) -> u8 {
    let Err(error) = print(text) else { return 0 };
    complain(format_args!("cannot write {STANDARD_OUTPUT}: {error}"));
    1
}

/// Says something to whoever looks at the standard error output, on lines of its own: what stands in the names of files and
/// in modules must not give orders to a terminal. Where nobody can hear it, the command goes on.
pub(crate) fn say(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(std::io::stderr().lock(), "{}", visible::text(text.trim_end_matches('\n')));
}

/// Says that something is wrong.
pub(crate) fn complain(message: impl Display) {
    say(format_args!("hlsl2spirv: error: {message}"));
}
