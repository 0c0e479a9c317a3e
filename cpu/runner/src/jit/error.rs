//! Errors of LLVM, as text.

use super::places::{LIBRARY_VARIABLE, VERSIONS};
use std::fmt;

/// Error of LLVM.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum JitError {
    /// No usable library was found; each place with the reason why not.
    NotFound(Vec<(String, String)>),
    /// The library makes no code for this architecture.
    NoTarget(&'static str),
    /// The library refused the IR or could not compile it.
    Compile(String),
    /// The compiled code has no function of this name.
    NoFunction(String),
}

impl fmt::Display for JitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JitError::NotFound(places) => {
                writeln!(f, "no usable LLVM library found; searched:")?;
                for (place, reason) in places {
                    writeln!(f, "  {place}: {reason}")?;
                }
                write!(
                    f,
                    "install LLVM {} to {} (Debian: libllvm{}), or set {LIBRARY_VARIABLE} to its library",
                    VERSIONS.start(),
                    VERSIONS.end(),
                    VERSIONS.end()
                )
            }
            JitError::NoTarget(target) => write!(f, "this LLVM library does not support the target {target}"),
            JitError::Compile(message) => write!(f, "LLVM cannot compile this module: {message}"),
            JitError::NoFunction(name) => write!(f, "the compiled module has no function '{name}'"),
        }
    }
}

impl std::error::Error for JitError {}
