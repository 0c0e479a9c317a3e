//! Debug information: the source, the place of each instruction and, where an extended instruction set is asked
//! for, the functions, scopes, types and variables of the program.
//!
//! `source` hands over names and texts, `lines` writes what stands between instructions. The rest makes nodes of a
//! `graph` while the program is emitted: `program` for the compilation unit, functions and blocks, `variables` for what
//! has a name, `types` for types. `encoding` writes the nodes at the end. It alone, with `lines`, knows how the two sets
//! differ in words; the others say where they differ in what they tell.

mod encoding;
mod graph;
mod lines;
mod program;
mod source;
mod types;
mod variables;

use self::lines::Lines;
use self::program::Info;
use base::ids::Set;
use spirv::Word;

/// The debug information so far.
#[derive(Debug, Default)]
pub(crate) struct Debug {
    /// The places of instructions.
    pub(crate) lines: Lines,
    /// The files whose text has been handed over in `OpSource`.
    sources: Set<Word>,
    /// The program's description, where that is asked for.
    info: Option<Box<Info>>,
}
