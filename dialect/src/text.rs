//! The text form of modules, in MLIR's spelling.
//!
//! Ops of MLIR's dialect are in MLIR's spelling; others follow the same style. Printer and parser loop over the formats
//! of the op table and must not know what an op means.

pub mod lexer;
pub mod parser;
pub mod printer;

pub use parser::parse;
pub(crate) use printer::part;
pub use printer::{Options, print, print_with, print_within};
