//! Modules that people and MLIR write: text that is parsed and verified, with the place of each error in it.
//!
//! The parser knows no rules, the verifier no text; here they meet.

use crate::diagnostics::{Error, Place, Result};
use crate::ir::{Loc, Module, OpId, walk};
use crate::spirv::{abi, verify};
use crate::text;
use rustc_hash::FxHashMap;

/// The offset in a text at which each op starts.
pub type Offsets = FxHashMap<OpId, usize>;

/// The module that a text describes, with what MLIR adds in its last passes, if it keeps the rules that all other stages
/// rely on.
pub fn read(source: &str) -> Result<Module> {
    read_placed(source).map(|(module, _)| module)
}

/// The same, with each op of a function at its line of the text, which has a name.
pub fn read_with_lines(source: &str, name: &str) -> Result<Module> {
    let (mut module, offsets) = read_placed(source)?;
    place(&mut module, &offsets, source, name);
    Ok(module)
}

fn read_placed(source: &str) -> Result<(Module, Offsets)> {
    let (module, offsets) = text::parse_with_offsets(source)?;
    complete(source, module, offsets)
}

/// Adds what MLIR adds in its last passes to a module that was made from a text, and verifies it.
pub fn complete(source: &str, mut module: Module, offsets: Offsets) -> Result<(Module, Offsets)> {
    abi::complete(&mut module)?;
    match verify::verify(&module).into_iter().next() {
        None => Ok((module, offsets)),
        Some(finding) => {
            let place = offsets.get(&finding.op).map_or(Place::Module, |offset| text::place_at(source, *offset));
            Err(Error { place, ..finding.error })
        }
    }
}

/// Gives each op of a function its line of the text, which has a name.
pub fn place(module: &mut Module, offsets: &Offsets, source: &str, name: &str) {
    let file = module.ctx.name(name);
    let lines: Vec<usize> = source.match_indices('\n').map(|(at, _)| at).collect();
    for op in walk::ops_in(module, module.root) {
        let Some(offset) = offsets.get(&op) else { continue };
        let line = lines.partition_point(|newline| newline < offset);
        let start = line.checked_sub(1).map_or(0, |before| lines[before] + 1);
        let (line, column) = (line as u32 + 1, (offset - start) as u32 + 1);
        module[op].loc = Some(module.ctx.loc(Loc { file, line, column, scope: None, range: None }));
    }
}
