//! Errors of a conversion, in the words of all that runs modules.

use abi::{LowerError, Place};
use dialect::spirv::decode::Inst;

pub(crate) type Result<T> = std::result::Result<T, LowerError>;

/// A part of the module that is not run, at an instruction.
pub(crate) fn unsupported<T>(at: &Inst, what: impl Into<String>, why: impl Into<String>) -> Result<T> {
    Err(located(at, LowerError::Unsupported(what.into(), why.into())))
}

/// A broken rule that the conversion relies on, at an instruction.
pub(crate) fn invalid<T>(at: &Inst, message: impl Into<String>) -> Result<T> {
    Err(located(at, LowerError::Invalid(message.into())))
}

fn located(at: &Inst, error: LowerError) -> LowerError {
    LowerError::At(Place { word: Some(at.offset), source: None }, Box::new(error))
}
