//! The standard output and the standard error output, for all commands.

use base::visible;
use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::sync::{Mutex, PoisonError};

/// The name of the standard output in messages.
pub const STANDARD_OUTPUT: &str = "standard output";

/// The size of one write.
const CHUNK: usize = 1 << 16;

/// Writes to the standard output, all of it or an error.
///
/// # Errors
/// When it is full, or its reader went away.
pub fn print(text: &str) -> std::io::Result<()> {
    print_all(std::iter::once(text))
}

/// Writes pieces to the standard output one by one: together they may be longer than there is room for.
///
/// # Errors
/// When it is full, or its reader went away.
pub fn print_all(pieces: impl Iterator<Item = impl AsRef<str>>) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(CHUNK, std::io::stdout().lock());
    for piece in pieces {
        out.write_all(piece.as_ref().as_bytes())?;
    }
    out.flush()
}

/// Writes to the standard output. Returns the exit status: 0, or 1 after a message.
pub fn print_or_complain(text: &str) -> u8 {
    let Err(error) = print(text) else { return 0 };
    complain(format_args!("cannot write {STANDARD_OUTPUT}: {error}"));
    1
}

/// Prints a message to the standard error output, on lines of its own, without control characters from names of files
/// and from modules. If that fails, the command goes on.
pub fn say(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(std::io::stderr().lock(), "{}", visible::text(text.trim_end_matches('\n')));
}

/// Prints an error message.
pub fn complain(message: impl Display) {
    say(format_args!("hlsl2spirv: error: {message}"));
}

/// The streams that a call prints to: those of the process, or texts that are kept until it is their turn.
pub struct Voice(Option<Mutex<Vec<Piece>>>);

/// A text that is kept.
enum Piece {
    Printed(String),
    Said(String),
}

impl Voice {
    /// The streams of the process.
    pub const fn of_process() -> Self {
        Voice(None)
    }

    /// Keeps all texts until they are released.
    pub fn kept() -> Self {
        Voice(Some(Mutex::default()))
    }

    /// Returns whether nothing has been kept.
    pub fn is_silent(&self) -> bool {
        self.0.as_ref().is_some_and(|pieces| pieces.lock().unwrap_or_else(PoisonError::into_inner).is_empty())
    }

    fn keep(pieces: &Mutex<Vec<Piece>>, piece: Piece) {
        pieces.lock().unwrap_or_else(PoisonError::into_inner).push(piece);
    }

    /// Writes to the standard output.
    ///
    /// # Errors
    /// When it is full, or its reader went away.
    pub fn print(&self, text: &str) -> std::io::Result<()> {
        match &self.0 {
            None => print(text),
            Some(pieces) => {
                Self::keep(pieces, Piece::Printed(text.to_owned()));
                Ok(())
            }
        }
    }

    /// Writes to the standard error output as it is. With that closed there is nowhere to complain.
    pub fn write(&self, text: String) {
        match &self.0 {
            None => drop(std::io::stderr().lock().write_all(text.as_bytes())),
            Some(pieces) => Self::keep(pieces, Piece::Said(text)),
        }
    }

    /// Prints a message on lines of its own, without control characters.
    pub fn say(&self, text: impl Display) {
        let text = text.to_string();
        self.write(format!("{}\n", visible::text(text.trim_end_matches('\n'))));
    }

    /// All that was kept, as one text.
    pub fn into_text(self) -> String {
        let pieces = self.0.map(|pieces| pieces.into_inner().unwrap_or_else(PoisonError::into_inner));
        let text = |piece| match piece {
            Piece::Printed(text) | Piece::Said(text) => text,
        };
        pieces.into_iter().flatten().map(text).collect()
    }

    /// Prints what was kept.
    ///
    /// # Errors
    /// As for [`print`].
    pub fn release(self) -> std::io::Result<()> {
        let Some(pieces) = self.0 else { return Ok(()) };
        for piece in pieces.into_inner().unwrap_or_else(PoisonError::into_inner) {
            match piece {
                Piece::Printed(text) => print(&text)?,
                Piece::Said(text) => drop(std::io::stderr().lock().write_all(text.as_bytes())),
            }
        }
        Ok(())
    }
}
