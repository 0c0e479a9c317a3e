//! Errors of passes, at the op that is to blame, with its position in the words.

use dialect::diagnostics::{Code, Error, Result};
use dialect::ir::{Module, OpId};

/// Ops that passes may add to a module of any size. Hand-written shaders stay far below, and this many take less than a
/// second.
pub(crate) const MAX_GROWTH: usize = 400_000;

/// An error about an op, with the position in the words that it was read from.
pub(crate) fn at_op(module: &Module, op: OpId, code: Code, message: impl Into<String>) -> Error {
    match module[op].word {
        Some(word) => Error::at_word(code, word, message),
        None => Error::in_module(code, message),
    }
}

/// The error at an op that makes the module too large.
pub(crate) fn too_large<T>(module: &Module, op: OpId, when: &str) -> Result<T> {
    Err(at_op(module, op, Code::Limit, format!("module grows by more than {MAX_GROWTH} ops when {when}")))
}
