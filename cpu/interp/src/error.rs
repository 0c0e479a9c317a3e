//! Reasons why a module cannot be run.

use std::fmt;

/// A module, or a part of one, that the interpreter does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The offset of the instruction's first word, if it is about one.
    pub word: Option<u32>,
    /// The construct that is not supported, and why.
    pub message: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.word {
            Some(word) => {
                write!(f, "the interpreter does not support the instruction at word {word}: {}", self.message)
            }
            None => write!(f, "the interpreter does not support this module: {}", self.message),
        }
    }
}

impl std::error::Error for Refused {}

pub(crate) type Result<T> = std::result::Result<T, Refused>;

/// A refusal of a module.
pub(crate) fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(Refused { word: None, message: message.into() })
}
