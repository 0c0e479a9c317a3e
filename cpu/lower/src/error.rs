//! Errors of the functions of this crate.

pub(crate) use abi::{LowerError, Place};

pub(crate) type Result<T> = std::result::Result<T, LowerError>;

pub(crate) fn invalid<T>(message: impl Into<String>) -> Result<T> {
    Err(LowerError::Invalid(message.into()))
}

pub(crate) fn unsupported<T>(op: impl Into<String>, reason: impl Into<String>) -> Result<T> {
    Err(LowerError::Unsupported(op.into(), reason.into()))
}
