//! The record of a preprocessing for tools: definitions and uses of macros, included files, skipped groups.
//!
//! Owns the data alone; the preprocessor fills it in where a directive is executed or a macro called, if one is wanted.

use base::intern::Symbol;
use base::source::{FileId, Span};

/// The record of one run.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Definitions of macros in the source, in order.
    pub definitions: Vec<MacroDefinition>,
    /// Places that name macros: calls, conditions and `#undef`.
    pub uses: Vec<MacroUse>,
    /// The `#include` directives that were executed.
    pub includes: Vec<Include>,
    /// Groups that were not compiled, in order.
    pub skipped: Vec<Skipped>,
}

/// A `#define`.
#[derive(Clone, Copy, Debug)]
pub struct MacroDefinition {
    /// The macro's name.
    pub name: Symbol,
    /// Where the name stands.
    pub span: Span,
    /// From the name to the end of the body.
    pub whole: Span,
}

/// A place that names a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MacroUse {
    /// Where the name stands.
    pub span: Span,
    /// Where the name is in the definition in force.
    pub definition: Span,
}

/// An `#include`.
#[derive(Clone, Debug)]
pub struct Include {
    /// Where the path stands, its quotes or brackets included.
    pub span: Span,
    /// The path of the file, if there is one.
    pub found: Option<String>,
}

/// A group of lines that is not compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub file: FileId,
    /// The first offset in the text as it is lexed.
    pub start: u32,
    /// The offset of the `#` that ends the group, or of the end of the file.
    pub end: u32,
}
