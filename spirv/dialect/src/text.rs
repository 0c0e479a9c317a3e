//! The text form of modules, in MLIR's spelling.
//!
//! Ops of MLIR's dialect are in MLIR's spelling; others follow the same style. Printer and parser loop over the formats
//! of the op table and must not know what an op means. What MLIR lacks has a second form that MLIR reads as well
//! (`printer/exchange.rs`, `stand_ins.rs`).

pub mod cursor;
pub mod lexer;
pub mod parser;
pub mod printer;
mod stand_ins;

pub use cursor::place_at;
pub use parser::{parse, parse_attr, parse_type, parse_with_offsets};
pub(crate) use printer::part;
pub use printer::{Options, print, print_with, print_within};
