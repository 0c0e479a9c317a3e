//! Debug information: the source, the place of each instruction and, where an extended instruction set is asked
//! for, the functions, scopes, types and variables of the program.
//!
//! `source` passes names and texts. The rest makes nodes of a graph (`state/debug/`) while the program is emitted:
//! `program` for the compilation unit, functions and blocks, `variables` for what has a name, `types` for types.
//! `encoding` writes the nodes at the end. It alone, with `state/debug/lines.rs`, knows how the two sets differ in words;
//! the others say where they differ in what they tell.

mod encoding;
mod program;
mod source;
mod types;
mod variables;
