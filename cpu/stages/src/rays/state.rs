//! The variables of a ray pipeline: the query, the payload and the attributes of each level, and what its parts tell each
//! other.

use super::hit_objects::{self, Hits};
use super::library::{Global, Library, Shader};
use super::shape::{self, Part};
use crate::code::{Cell, Code};
use crate::error::{Result, unsupported};
use crate::layout::{Layouts, UNKNOWN_SIZE};
use crate::rays::{FIXED_WORDS, NOTES, RecordVariable, TABLE};
use crate::words;
use dialect::spirv::access::Access;
use rustc_hash::FxHashMap;
use spirv::{Decoration, MemoryModel, Op, Scope, StorageClass};

/// The words of a record that hit objects read.
const RAW_WORDS: u32 = 64;
/// The words of a note: how often, the first invocation, the greatest value.
pub(super) const NOTE_WORDS: u32 = 3;

/// A ray pipeline: its shaders, and the variables that they share.
#[derive(Clone, Copy)]
pub(super) struct Pipeline<'p> {
    pub(super) library: &'p Library,
    pub(super) state: &'p State,
}

/// The variables.
pub(super) struct State {
    /// The level of the shader that runs: 0 for the ray generation shader.
    pub(super) level: u32,
    pub(super) query: Cell,
    /// The payload or the data of a call for the shader of a level.
    pub(super) payload: Vec<Cell>,
    /// The attributes of the committed intersection, and of the candidate.
    pub(super) attributes: Vec<Cell>,
    pub(super) candidate: Vec<u32>,
    /// The kinds of both.
    pub(super) kind: Cell,
    pub(super) candidate_kind: u32,
    /// The distance of a candidate.
    pub(super) candidate_t: u32,
    pub(super) mask: Cell,
    /// Where a shader goes on, by its level.
    pub(super) returns: Cell,
    /// What an any-hit shader says: 0, [`IGNORED`] or [`ENDED`].
    pub(super) verdict: u32,
    /// True once a shader is to end at once.
    pub(super) leave: u32,
    /// Of the ray: the offset, the stride and the index of the miss shader.
    pub(super) offset: u32,
    pub(super) stride: u32,
    pub(super) miss: u32,
    /// The number of the instruction that started it, and of the shape of its payload.
    pub(super) site: u32,
    pub(super) shape: u32,
    /// The any-hit shader of the candidate.
    pub(super) any: u32,
    /// The shader that is to be called, and its record.
    pub(super) chosen: u32,
    pub(super) record: u32,
    /// The numbers of rays and of calls that are open.
    pub(super) rays: u32,
    pub(super) calls: u32,
    pub(super) launch: u32,
    pub(super) size: u32,
    pub(super) table: u32,
    pub(super) notes: u32,
    /// The function that notes a problem.
    pub(super) note: u32,
    /// The shapes of payloads by their numbers, from 1 on.
    pub(super) shapes: Vec<Vec<Part>>,
    /// For each variable with the data of a record, the buffer.
    pub(super) records: FxHashMap<u32, u32>,
    /// The buffer with the data of all records as words, or 0.
    pub(super) raw: u32,
    pub(super) hits: Hits,
    /// What is to become of the ray that is open: 0, [`CAUGHT`] or [`TRAVERSED`].
    pub(super) mode: u32,
    /// The record of the ray that was traversed for a hit object.
    pub(super) found: u32,
}

/// The ray is traced for a hit object, and calls no shader at its end.
pub(super) const CAUGHT: u32 = 1;
/// Its traversal is over.
pub(super) const TRAVERSED: u32 = 2;

/// The shader ignores the candidate.
pub(super) const IGNORED: u32 = 1;
/// It commits it, and ends the traversal.
pub(super) const ENDED: u32 = 2;

impl State {
    /// Declares the variables.
    ///
    /// # Errors
    /// When a payload or attributes have a type that is not passed on.
    pub(super) fn new(code: &mut Code<'_>, library: &Library) -> Result<State> {
        let (uint, float, bool) = (code.uint(), code.float(), code.bool());
        let query = code.types.get(&mut code.ids, Op::TypeRayQueryKHR, &[]);
        let triple = code.vector(uint, 3);
        let (mut shapes, mut words, mut attribute_words) = (Vec::new(), 0, 2);
        let mut variables: Vec<(&u32, &Global)> = library.globals.iter().collect();
        variables.sort_unstable_by_key(|(id, _)| **id);
        let used = |id: &u32| library.shaders.iter().any(|shader| shader.globals.contains(id));
        for (id, kind) in variables.into_iter().filter(|(id, _)| used(id)) {
            let Some(inst) = code.index.def(*id) else { continue };
            match kind {
                Global::Outgoing | Global::Incoming => {
                    let own = code.shape(inst, code.pointee(inst)?)?;
                    words = words.max(shape::words(&own));
                    if !shapes.contains(&own) {
                        shapes.push(own);
                    }
                }
                Global::Attributes | Global::HitAttributes => {
                    let own = code.shape(inst, code.pointee(inst)?)?;
                    attribute_words = attribute_words.max(shape::words(&own));
                }
                Global::Builtin(_) | Global::Record | Global::Private | Global::Other => {}
            }
        }
        let table = code.buffer(uint, 4, TABLE);
        let notes = code.buffer(uint, 4, NOTES);
        Ok(State {
            level: code.private(uint),
            query: code.cell(query),
            payload: (0..words).map(|_| code.cell(uint)).collect(),
            attributes: (0..attribute_words).map(|_| code.cell(uint)).collect(),
            candidate: (0..attribute_words).map(|_| code.private(uint)).collect(),
            kind: code.cell(uint),
            candidate_kind: code.private(uint),
            candidate_t: code.private(float),
            mask: code.cell(uint),
            returns: code.cell(uint),
            verdict: code.private(uint),
            leave: code.private(bool),
            offset: code.private(uint),
            stride: code.private(uint),
            miss: code.private(uint),
            site: code.private(uint),
            shape: code.private(uint),
            any: code.private(uint),
            chosen: code.private(uint),
            record: code.private(uint),
            rays: code.private(uint),
            calls: code.private(uint),
            launch: code.private(triple),
            size: code.private(triple),
            table,
            notes,
            note: 0,
            shapes,
            records: FxHashMap::default(),
            raw: 0,
            hits: Hits::default(),
            mode: code.private(uint),
            found: code.private(uint),
        })
    }

    /// The level of the shader that runs.
    pub(super) fn level(&self, code: &mut Code<'_>) -> u32 {
        if code.levels == 1 { code.number(1) } else { code.get(self.level) }
    }

    /// The pointer to the query of a level.
    pub(super) fn query(&self, code: &mut Code<'_>) -> u32 {
        let level = self.level(code);
        code.at(self.query, level)
    }

    /// A word of the shader table.
    pub(super) fn table(&self, code: &mut Code<'_>, at: u32) -> u32 {
        let pointer = code.word(self.table, at);
        code.get(pointer)
    }

    /// A word of the shader table at a fixed place.
    pub(super) fn fixed(&self, code: &mut Code<'_>, at: u32) -> u32 {
        let at = code.number(at);
        self.table(code, at)
    }

    /// Writes the function that notes a problem: of a kind at an instruction, with a value.
    pub(super) fn write_note(&mut self, code: &mut Code<'_>) {
        let (void, uint, bool) = (code.void(), code.uint(), code.bool());
        let (function, parameters) = code.function(void, &[bool, uint, uint]);
        let [condition, slot, value] = [parameters[0], parameters[1], parameters[2]];
        let (launch, notes) = (self.launch, self.notes);
        // The memory model of Vulkan has no scope of the device without a capability.
        let models = code.index.insts[..code.index.globals].iter().filter(|inst| inst.op == Op::MemoryModel);
        let is_vulkan = models.map(|inst| inst.value(1)).any(|model| model == MemoryModel::Vulkan as u32);
        let scope = if is_vulkan { Scope::QueueFamily } else { Scope::Device } as u32;
        let size = self.size;
        code.when(condition, |code| {
            let triple = code.vector(uint, 3);
            let [launch, size] = [launch, size].map(|variable| code.load(triple, variable));
            let part = |code: &mut Code<'_>, of: u32, at: u32| code.value(Op::CompositeExtract, uint, &[of, at]);
            let mut linear = part(code, launch, 2);
            for axis in [1, 0] {
                let (extent, own) = (part(code, size, axis), part(code, launch, axis));
                let product = code.value(Op::IMul, uint, &[linear, extent]);
                linear = code.value(Op::IAdd, uint, &[product, own]);
            }
            let words = code.number(NOTE_WORDS);
            let first = code.value(Op::IMul, uint, &[slot, words]);
            let one = code.number(1);
            let steps = [(Op::AtomicIAdd, one), (Op::AtomicUMin, linear), (Op::AtomicUMax, value)];
            for (at, (op, operand)) in (0..).zip(steps) {
                let at = code.plus(first, at);
                let pointer = code.word(notes, at);
                let (scope, relaxed) = (code.number(scope), code.number(0));
                code.value(op, uint, &[pointer, scope, relaxed, operand]);
            }
        });
        code.end();
        self.note = function;
    }

    /// Notes a problem of the ray or call that is open, under a condition.
    pub(super) fn note_open(&self, code: &mut Code<'_>, condition: u32, kind: u32, value: u32) {
        let site = code.get(self.site);
        let (uint, count) = (code.uint(), code.number(crate::rays::NoteKind::ALL.len() as u32));
        let first = code.value(Op::IMul, uint, &[site, count]);
        let slot = code.plus(first, kind);
        let void = code.void();
        code.value(Op::FunctionCall, void, &[self.note, condition, slot, value]);
    }

    /// Loads a value of a type from the payload of a level.
    pub(super) fn read_payload(&self, code: &mut Code<'_>, ty: u32, level: u32) -> u32 {
        let mut cells = self.payload.iter();
        code.build(ty, &mut |code| match cells.next() {
            Some(cell) => code.load_at(*cell, level),
            None => code.number(0),
        })
    }

    /// Stores a value to the payload of a level.
    pub(super) fn write_payload(&self, code: &mut Code<'_>, value: u32, ty: u32, level: u32) {
        let mut words = Vec::new();
        code.explode(value, ty, &mut words);
        for (cell, word) in self.payload.iter().zip(words) {
            code.store_at(*cell, level, word);
        }
    }

    /// The number of the shape of a variable's payload.
    ///
    /// # Errors
    /// When it is not passed on.
    pub(super) fn shape_of(&self, code: &Code<'_>, variable: u32) -> Result<u32> {
        let Some(inst) = code.index.def(variable) else { return Ok(0) };
        let own = code.shape(inst, code.pointee(inst)?)?;
        Ok(self.shapes.iter().position(|known| *known == own).map_or(0, |at| at as u32 + 1))
    }

    /// Makes a word of the shader table, behind those at fixed places: of a record of hit groups.
    pub(super) fn group(&self, code: &mut Code<'_>, record: u32, at: u32) -> u32 {
        let (uint, three) = (code.uint(), code.number(3));
        let first = code.value(Op::IMul, uint, &[record, three]);
        let place = code.plus(first, FIXED_WORDS + at);
        self.table(code, place)
    }

    /// Declares the buffers with the data of records, and says how they are laid out.
    ///
    /// # Errors
    /// When a record has a type without a size.
    pub(super) fn declare_records(&mut self, code: &mut Code<'_>, library: &Library) -> Result<Vec<RecordVariable>> {
        let mut all = Vec::new();
        let mut variables: Vec<u32> =
            library.globals.iter().filter(|(_, kind)| **kind == Global::Record).map(|(id, _)| *id).collect();
        variables.sort_unstable();
        for variable in variables {
            let users: Vec<u32> =
                library.shaders.iter().filter(|shader| shader.globals.contains(&variable)).map(number).collect();
            let Some(inst) = code.index.def(variable).filter(|_| !users.is_empty()) else { continue };
            let ty = code.pointee(inst)?;
            let Some(bytes) = (Layouts { index: code.index }).record(ty) else {
                return unsupported(inst, "the data of a record", UNKNOWN_SIZE);
            };
            let stride = bytes.next_multiple_of(16).max(16);
            let binding = crate::rays::RECORDS + all.len() as u32;
            let buffer = code.buffer(ty, stride, binding);
            self.records.insert(variable, buffer);
            all.push(RecordVariable { variable, binding, stride, shaders: users });
        }
        if hit_objects::reads_data(code) {
            let (uint, length) = (code.uint(), code.number(RAW_WORDS));
            let array = code.types.declare(&mut code.ids, Op::TypeArray, &[uint, length]);
            words::push(&mut code.decorations, Op::Decorate, &[array, Decoration::ArrayStride as u32, 4]);
            let (stride, binding) = (4 * RAW_WORDS, crate::rays::RECORDS + all.len() as u32);
            self.raw = code.buffer(array, stride, binding);
            let shaders = library.shaders.iter().map(number).collect();
            all.push(RecordVariable { variable: 0, binding, stride, shaders });
        }
        Ok(all)
    }

    /// The pointer to the data of the record of the shader that runs.
    pub(super) fn record_pointer(&self, code: &mut Code<'_>, variable: u32, ty: u32) -> u32 {
        let pointer = code.pointer(StorageClass::StorageBuffer, ty);
        let (zero, record) = (code.number(0), code.get(self.record));
        let buffer = self.records.get(&variable).copied().unwrap_or(0);
        code.value(Op::AccessChain, pointer, &[buffer, zero, record])
    }
}

fn number(shader: &Shader) -> u32 {
    shader.number
}

/// The initial value of a private variable, if it has one.
pub(super) fn initial(code: &Code<'_>, variable: u32) -> Option<u32> {
    code.index.def(variable).map(|inst| inst.id(1)).filter(|id| *id != 0)
}
