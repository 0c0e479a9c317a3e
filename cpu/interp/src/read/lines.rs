//! Lines of the source: of `OpLine` and of the instructions of debug information.

use check::Place;
use dialect::spirv::access::{Access, id_of};
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::Op;

/// Numbers of instructions of `NonSemantic.Shader.DebugInfo.100`.
const DEBUG_SOURCE: u32 = 35;
const DEBUG_LINE: u32 = 103;
const DEBUG_NO_LINE: u32 = 104;

/// The current line.
pub(super) struct Lines<'m> {
    /// The set of debug information, or 0.
    set: u32,
    /// The files by the ids of their names and of their sources.
    files: FxHashMap<u32, u32>,
    names: Vec<&'m str>,
    pub(super) place: Option<Place>,
    /// The line of `OpLine`, which ends with the block.
    is_of_block: bool,
}

impl<'m> Lines<'m> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn new(index: &Index<'m>) -> Self {
        let globals = &index.insts[..index.globals];
        let is_set = |inst: &&Inst| inst.op == Op::ExtInstImport && inst.text(0) == "NonSemantic.Shader.DebugInfo.100";
        let set = globals.iter().find(is_set).map_or(0, Access::result_id);
        let mut lines = Lines { set, files: FxHashMap::default(), names: Vec::new(), place: None, is_of_block: false };
        let named = |inst: &Inst| match inst.op {
            Op::Line => Some((inst.id(0), None)),
            Op::Source => Some((inst.id(2), None)),
            Op::ExtInst if lines.is_debug(inst, DEBUG_SOURCE) => Some((inst.id(2), inst.result)),
            _ => None,
        };
        let sources: Vec<(u32, Option<u32>)> = index.insts.iter().filter_map(named).collect();
        for (text, source) in sources {
            let Some(name) = index.def(text).filter(|inst| inst.op == Op::String).map(|inst| inst.text(0)) else {
                continue;
            };
            let known = lines.files.get(&text).copied();
            let number = known.or_else(|| lines.names.iter().position(|other| *other == name).map(|at| at as u32));
            let number = number.unwrap_or_else(|| {
                lines.names.push(name);
                lines.names.len() as u32 - 1
            });
            lines.files.extend([Some(text), source].into_iter().flatten().map(|id| (id, number)));
        }
        lines
    }

    /// The number of a file by the id of its name or of its source.
    pub(super) fn file(&self, id: u32) -> Option<u32> {
        self.files.get(&id).copied()
    }

    fn is_debug(&self, inst: &Inst, number: u32) -> bool {
        inst.op == Op::ExtInst && self.set != 0 && inst.id(0) == self.set && inst.literal(1) == number
    }

    /// The names of all files.
    pub(super) fn files(&self) -> Vec<String> {
        self.names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// Records an instruction that says a line.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn note(&mut self, index: &Index<'_>, inst: &Inst) {
        match inst.op {
            Op::Line => {
                let (line, column) = (inst.literal(1), inst.literal(2));
                self.place = self.place_of(inst.id(0), [line, column, line, column]);
                self.is_of_block = true;
            }
            Op::NoLine => self.place = None,
            Op::Label if self.is_of_block => self.place = None,
            Op::ExtInst if self.is_debug(inst, DEBUG_LINE) => {
                let number = |at: usize| constant(index, id_of(inst.operands.get(at)));
                let [line, end_line, column, end_column] = [3, 4, 5, 6].map(number);
                self.place = self.place_of(inst.id(2), [line, column, end_line, end_column]);
                self.is_of_block = false;
            }
            Op::ExtInst if self.is_debug(inst, DEBUG_NO_LINE) => self.place = None,
            _ => {}
        }
    }

    fn place_of(&self, file: u32, [line, column, end_line, end_column]: [u32; 4]) -> Option<Place> {
        let file = *self.files.get(&file)?;
        Some(Place { file, line, column, end_line, end_column })
    }
}

/// The number that a constant is, or 0.
fn constant(index: &Index<'_>, id: u32) -> u32 {
    match index.def(id).map(|inst| (inst.op, inst.operands.first())) {
        Some((Op::Constant, Some(Operand::Number(value)))) => *value as u32,
        _ => 0,
    }
}

/// The places in the source of instructions at these offsets of a module, and the names of the files. Nothing is known of
/// words that are not a module.
pub fn places(words: &[u32], offsets: &[u32]) -> (Vec<Option<Place>>, Vec<String>) {
    let Ok((header, insts)) = dialect::spirv::decode::decode(words) else {
        return (vec![None; offsets.len()], Vec::new());
    };
    let index = Index::new(header, &insts);
    let mut lines = Lines::new(&index);
    let mut places = vec![None; offsets.len()];
    for inst in &index.insts[index.globals..] {
        lines.note(&index, inst);
        for (place, _) in places.iter_mut().zip(offsets).filter(|(_, offset)| **offset == inst.offset) {
            *place = lines.place;
        }
    }
    (places, lines.files())
}
