//! Reasons why a module has no form in LLVM IR, or LLVM IR none in SPIR-V, with their places.

use dialect::diagnostics::Place;
use dialect::ir::{Module, OpId};
use std::fmt;

/// The reason why a module cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The word of a module or the line of a source at which it stands, as messages name it.
    pub place: Option<String>,
    /// The construct without an equivalent, and why it has none.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

impl From<dialect::diagnostics::Error> for Error {
    fn from(error: dialect::diagnostics::Error) -> Self {
        let own = Error { place: None, message: error.message };
        match error.place {
            Place::Word(offset) => own.at_word(Some(offset)),
            Place::Text { .. } | Place::Module => own,
        }
    }
}

/// The result of functions that may refuse a module.
pub type Result<T> = std::result::Result<T, Error>;

/// Refuses a construct without an equivalent.
pub(crate) fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(Error { place: None, message: message.into() })
}

impl Error {
    /// The error with the name of what surrounds it before its message.
    pub(crate) fn within(self, surroundings: &str) -> Error {
        Error { message: format!("{surroundings}: {}", self.message), ..self }
    }

    /// The error at a word, unless its place is known already.
    pub(crate) fn at_word(self, word: Option<u32>) -> Error {
        Error { place: self.place.or_else(|| word.map(|offset| format!("word {offset}"))), ..self }
    }

    /// The error at the source line of an op, unless its place is known already.
    pub(crate) fn at_line(self, module: &Module, op: OpId) -> Error {
        let line = module[op].loc.map(|loc| module.ctx.loc_of(loc));
        let line = line.map(|loc| format!("{}:{}", module.ctx.str(loc.file), loc.line));
        Error { place: self.place.or(line), ..self }
    }
}
