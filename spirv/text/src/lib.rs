//! The text forms of modules.
//!
//! The functions of this module print and parse the SPIR-V dialect in MLIR's spelling, and [`llvm_dialect`] prints the LLVM
//! dialect in it. Ops of MLIR's dialect are in MLIR's spelling; others follow the same style. Printer and parser loop over
//! the formats of the op table and must not know what an op means. What MLIR lacks has a second form that MLIR reads as well
//! (`printer/exchange.rs`, `stand_ins.rs`). [`source`] reads that text with all checks. [`listing`] and [`assembly`] are
//! words as SPIRV-Tools prints and reads them, and [`llvm_ir`] is LLVM IR.

pub mod assembly;
pub mod cursor;
pub mod lexer;
pub mod listing;
pub mod llvm_dialect;
pub mod llvm_ir;
pub mod parser;
pub mod printer;
pub mod source;
mod stand_ins;

pub use cursor::place_at;
pub use parser::{parse, parse_attr, parse_type, parse_with_offsets};
pub use printer::{Options, print, print_with, print_within};

use dialect::ir::Module;
use dialect::spirv::verify::Finding;

/// The text of a module with each finding under its op.
pub fn render(module: &Module, findings: &[Finding]) -> String {
    let notes = findings.iter().map(|finding| (finding.op, finding.error.to_string())).collect();
    print_with(module, &Options { notes, ..Options::default() })
}
