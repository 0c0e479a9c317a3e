//! Errors at an instruction of the words.

use crate::diagnostics::{Code, Error, Result};
use crate::spirv::decode::Inst;

/// An error at the place of an instruction, with its name.
pub(super) fn error<T>(code: Code, inst: &Inst, message: impl Into<String>) -> Result<T> {
    Err(Error::at_word(code, inst.offset, format!("Op{:?}: {}", inst.op, message.into())))
}
