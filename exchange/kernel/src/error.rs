//! Errors of the conversion to kernels, with their places.

use dialect::ir::{Module, OpId};
use std::fmt;

/// A line of a source, as a module names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 when it is not known.
    pub column: u32,
}

/// The reason why a module cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line of the source, if the module has line information.
    pub line: Option<Line>,
    /// The offset of its word in the module.
    pub word: Option<u32>,
    /// The unsupported construct, and the reason.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.line, self.word) {
            (Some(Line { file, line, .. }), _) => write!(f, "{file}:{line}: {}", self.message),
            (None, Some(offset)) => write!(f, "word {offset}: {}", self.message),
            (None, None) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

impl From<dialect::diagnostics::Error> for Error {
    fn from(error: dialect::diagnostics::Error) -> Self {
        let word = match error.place {
            dialect::diagnostics::Place::Word(offset) => Some(offset),
            dialect::diagnostics::Place::Text { .. } | dialect::diagnostics::Place::Module => None,
        };
        Error { line: None, word, message: error.message }
    }
}

/// The result of functions that may refuse a module.
pub type Result<T> = std::result::Result<T, Error>;

/// Refuses an unsupported construct.
pub(crate) fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(Error { line: None, word: None, message: message.into() })
}

impl Error {
    /// The error at an op, unless the place is known already.
    pub(crate) fn at(self, module: &Module, op: OpId) -> Error {
        if self.line.is_some() || self.word.is_some() {
            return self;
        }
        let line = module[op].loc.map(|loc| {
            let loc = module.ctx.loc_of(loc);
            Line { file: module.ctx.str(loc.file).to_owned(), line: loc.line, column: loc.column }
        });
        Error { line, word: module[op].word, ..self }
    }
}
