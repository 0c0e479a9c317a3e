//! What keeps a module from being lowered.

use std::fmt;

/// Why a kernel cannot be made of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// The words are not a module.
    Read(dialect::diagnostics::Error),
    /// The module has no compute entry point of this name; those that it has.
    NoEntryPoint(String, Vec<String>),
    /// An op that cannot be lowered, with the reason.
    Unsupported(String, String),
    /// The module breaks a rule that lowering relies on.
    Invalid(String),
    /// The kernel needs more of something than there is.
    TooLarge(String),
}

/// What the functions of this crate return.
pub(crate) type Result<T> = std::result::Result<T, LowerError>;

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LowerError::Read(error) => error.fmt(f),
            LowerError::NoEntryPoint(name, known) if known.is_empty() => {
                write!(f, "the module has no compute entry point, so no '{name}'")
            }
            LowerError::NoEntryPoint(name, known) => {
                write!(f, "the module has no compute entry point '{name}'; it has {}", known.join(", "))
            }
            LowerError::Unsupported(op, reason) => write!(f, "'{op}' cannot run on the CPU: {reason}"),
            LowerError::Invalid(message) => write!(f, "the module is not valid: {message}"),
            LowerError::TooLarge(message) => write!(f, "the kernel is too large: {message}"),
        }
    }
}

impl std::error::Error for LowerError {}

impl From<dialect::diagnostics::Error> for LowerError {
    fn from(error: dialect::diagnostics::Error) -> Self {
        LowerError::Read(error)
    }
}

pub(crate) fn invalid<T>(message: impl Into<String>) -> Result<T> {
    Err(LowerError::Invalid(message.into()))
}

pub(crate) fn unsupported<T>(op: impl Into<String>, reason: impl Into<String>) -> Result<T> {
    Err(LowerError::Unsupported(op.into(), reason.into()))
}
