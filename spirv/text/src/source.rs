//! Modules that people and MLIR write: text that is parsed and verified, with the place of each error in it.
//!
//! The parser knows no rules, the verifier no text; here they meet.

use dialect::diagnostics::{Error, Place, Result};
use dialect::ir::{Loc, Module, OpId, walk};
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::{abi, verify, write};
use rustc_hash::FxHashMap;

/// The offset in a text at which each op starts.
pub type Offsets = FxHashMap<OpId, usize>;

/// The module that a text describes, with what MLIR adds in its last passes, if it keeps the rules that all other stages
/// rely on.
pub fn read(source: &str) -> Result<Module> {
    read_placed(source).map(|(module, _)| module)
}

/// The module that a text describes, as [`read`] gives it, with the places of its ops.
pub fn read_placed(source: &str) -> Result<(Module, Offsets)> {
    let (module, offsets) = crate::parse_with_offsets(source)?;
    complete(source, module, offsets)
}

/// Adds what MLIR adds in its last passes to a module that was made from a text, and verifies it.
pub fn complete(source: &str, mut module: Module, offsets: Offsets) -> Result<(Module, Offsets)> {
    abi::complete(&mut module)?;
    let finding = verify::verify(&module).into_iter().next().or_else(|| verify::texts(&module).into_iter().next());
    match finding {
        None => Ok((module, offsets)),
        Some(finding) => Err(placed(source, &offsets, finding.op, finding.error)),
    }
}

/// An error at an op, with its place in the text.
fn placed(source: &str, offsets: &Offsets, op: OpId, error: Error) -> Error {
    let place = offsets.get(&op).map_or(error.place, |offset| crate::place_at(source, *offset));
    Error { place, ..error }
}

/// The words of a module that was read from a text.
#[derive(Debug)]
pub struct Words {
    /// The words.
    pub words: Vec<u32>,
    /// The place in the text of what an id represents, by the id.
    places: Vec<Option<Place>>,
}

impl Words {
    /// The place of an instruction of these words in the text.
    pub fn place_of(&self, inst: &Inst) -> Option<Place> {
        let id = |operand: &Operand| match operand {
            Operand::Id(id) => Some(*id),
            _ => None,
        };
        let id = inst.result.or_else(|| inst.operands.iter().find_map(id))?;
        self.places.get(id as usize).copied().flatten()
    }
}

/// Writes a module that was read from a text. The ops of its functions have their lines of the text, if it has a name.
pub fn write(source: &str, mut module: Module, offsets: &Offsets, name: Option<&str>) -> Result<Words> {
    if let Some(name) = name {
        set_lines(&mut module, offsets, source, name);
    }
    let traced = write::write_traced(&module).map_err(|(error, op)| placed(source, offsets, op, error))?;
    let lines = Lines::of(source);
    let place = |op: &OpId| offsets.get(op).map(|offset| lines.place(*offset));
    Ok(Words { words: traced.words, places: traced.origins.iter().map(place).collect() })
}

/// Gives each op of a function its line of the text, which has a name.
fn set_lines(module: &mut Module, offsets: &Offsets, source: &str, name: &str) {
    let file = module.ctx.name(name);
    let lines = Lines::of(source);
    for op in walk::ops_in(module, module.root) {
        let Some(Place::Text { line, column }) = offsets.get(&op).map(|offset| lines.place(*offset)) else { continue };
        module[op].loc = Some(module.ctx.loc(Loc { file, line, column, scope: None, range: None }));
    }
}

/// The ends of a text's lines, for many look-ups.
struct Lines(Vec<usize>);

impl Lines {
    fn of(source: &str) -> Self {
        Lines(source.match_indices('\n').map(|(at, _)| at).collect())
    }

    fn place(&self, offset: usize) -> Place {
        let line = self.0.partition_point(|newline| *newline < offset);
        let start = line.checked_sub(1).map_or(0, |before| self.0[before] + 1);
        Place::Text { line: line as u32 + 1, column: (offset - start) as u32 + 1 }
    }
}
