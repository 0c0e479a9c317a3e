//! Errors that keep a module from being lowered.

use dialect::ir::{Module, OpId};
use std::fmt;

/// Why a kernel cannot be made of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// The module has no compute entry point of this name; those that it has.
    NoEntryPoint(String, Vec<String>),
    /// An op that cannot be lowered, with the reason.
    Unsupported(String, String),
    /// The module breaks a rule that lowering relies on.
    Invalid(String),
    /// The kernel needs more of something than there is.
    TooLarge(String),
    /// Variables of different kinds are at one set and binding.
    Overlap {
        /// The descriptor set.
        set: u32,
        /// The binding in the set.
        binding: u32,
        /// The names of the variables, as far as the module tells them.
        names: Vec<String>,
    },
    /// An error with the place of the op that it is about.
    At(Place, Box<LowerError>),
}

/// Where an op is in what the module was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The offset of its first word in the module.
    pub word: Option<u32>,
    /// The file, line and column that the module gives for it.
    pub source: Option<(String, u32, u32)>,
}

impl Place {
    /// The place of an op, as far as it is known.
    #[doc(hidden)]
    pub fn of(module: &Module, op: OpId) -> Place {
        let op = &module[op];
        let source = op.loc.map(|loc| module.ctx.loc_of(loc));
        let source = source.map(|loc| (module.ctx.str(loc.file).to_owned(), loc.line, loc.column));
        Place { word: op.word, source }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, line, column)) = &self.source {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        match self.word {
            Some(word) => write!(f, "word {word}: "),
            None => Ok(()),
        }
    }
}

impl LowerError {
    /// The error with a place, unless it has one or is about the whole kernel.
    #[doc(hidden)]
    pub fn at(self, module: &Module, op: OpId) -> LowerError {
        match self {
            LowerError::Unsupported(..) | LowerError::Invalid(_) => {
                LowerError::At(Place::of(module, op), Box::new(self))
            }
            LowerError::NoEntryPoint(..)
            | LowerError::TooLarge(_)
            | LowerError::Overlap { .. }
            | LowerError::At(..) => self,
        }
    }
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LowerError::NoEntryPoint(name, known) if known.is_empty() => {
                write!(f, "no compute entry point '{name}': the module has none")
            }
            LowerError::NoEntryPoint(name, known) => {
                write!(f, "no compute entry point '{name}'; the module has {}", known.join(", "))
            }
            LowerError::Unsupported(op, reason) => write!(f, "'{op}' cannot run on the CPU: {reason}"),
            LowerError::Invalid(message) => write!(f, "the module is not valid: {message}"),
            LowerError::TooLarge(message) => write!(f, "the kernel is too large: {message}"),
            LowerError::Overlap { set, binding, names } => {
                write!(f, "conflicting resources at set {set}, binding {binding}: {}", names.join(", "))
            }
            LowerError::At(place, error) => write!(f, "{place}{error}"),
        }
    }
}

impl std::error::Error for LowerError {}
