//! The entry point of the kernel: it loads rows into variables, runs the stage, and stores variables to rows.

mod emits;
mod groups;

use crate::interface::{Found, Variable, VariableKind};
use crate::rewrite::Counts;
use crate::rewrite::evaluate::Sources;
use crate::rows::{At, Interpolation, Kind, Place, Row, Shape, Stage};
use crate::types::Types;
use crate::words::{self, Ids};
use crate::{EVALUATION, INPUTS, KEPT, OUTPUTS, ROWS_SET, RUNS, STRAYS};
use dialect::spirv::access::Access;
use dialect::spirv::index::Index;
use spirv::{BuiltIn, Decoration, Op, StorageClass};

/// The state of writing the entry point.
pub(crate) struct Wrapper<'w, 'm> {
    pub(crate) index: &'w Index<'m>,
    pub(crate) ids: &'w mut Ids,
    pub(crate) types: &'w mut Types,
    pub(crate) found: &'w Found,
    pub(crate) stage: Stage,
    /// True if checks need to know which invocations are helpers.
    pub(crate) checked: bool,
    /// True if checks need to know which values depend on inputs of helpers that stray.
    pub(crate) strays: bool,
    /// The word that is undefined in helpers that stray, and zero elsewhere, which inputs with perspective depend on.
    pub(crate) stray: Option<u32>,
    /// The words of a row: the invocations of a packet, or 1 for groups.
    pub(crate) lanes: u32,
    pub(crate) shape: &'w Shape,
    pub(crate) kept: u32,
    pub(crate) counts: Counts,
    /// The import of the functions of GLSL.
    pub(crate) glsl: u32,
    /// Where values at other places come from.
    pub(crate) sources: &'w Sources,
    pub(crate) out: Vec<u32>,
    /// Decorations of the new variables.
    pub(crate) decorations: Vec<u32>,
    /// The ids of all new variables.
    pub(crate) variables: Vec<u32>,
    /// The ids of the new variables of the storage class Input.
    pub(crate) inputs: Vec<u32>,
    /// The built-in variables of compute shaders that there are, with their types and ids.
    pub(crate) machines: Vec<(BuiltIn, u32, u32)>,
}

/// A buffer of rows, at the word of the first row of this invocation, or of a vertex or primitive of it.
#[derive(Clone, Copy)]
struct Rows {
    buffer: u32,
    /// The packet whose element has the word, in buffers with an element for each packet.
    packet: Option<u32>,
    start: u32,
    /// True for the rows of primitives.
    of_primitive: bool,
}

impl Wrapper<'_, '_> {
    /// Writes the function that calls the stage. Returns its id.
    pub(crate) fn write(&mut self, stage: u32) -> u32 {
        let (void, procedure) = (self.types.void(self.ids), self.types.procedure(self.ids));
        let function = words::value(&mut self.out, self.ids, Op::Function, void, &[0, procedure]);
        let [first, body, end] = [(); 3].map(|()| self.ids.fresh());
        words::push(&mut self.out, Op::Label, &[first]);
        let [inputs, outputs] = self.packets();
        let mask = self.load_word(inputs, 0);
        let runs = self.flag(mask, RUNS);
        words::push(&mut self.out, Op::SelectionMerge, &[end, 0]);
        words::push(&mut self.out, Op::BranchConditional, &[runs, body, end]);
        words::push(&mut self.out, Op::Label, &[body]);
        let kept = self.flag(mask, KEPT);
        words::push(&mut self.out, Op::Store, &[self.kept, kept]);
        if self.checked {
            let [helper, next] = [(); 2].map(|()| self.ids.fresh());
            words::push(&mut self.out, Op::SelectionMerge, &[next, 0]);
            words::push(&mut self.out, Op::BranchConditional, &[kept, next, helper]);
            words::push(&mut self.out, Op::Label, &[helper]);
            words::push(&mut self.out, Op::DemoteToHelperInvocation, &[]);
            words::push(&mut self.out, Op::Branch, &[next]);
            words::push(&mut self.out, Op::Label, &[next]);
        }
        self.stray = self.strays.then(|| self.without_value(mask));
        for variable in &self.found.variables {
            self.load_variable(variable, inputs, kept);
        }
        self.load_sources(inputs);
        words::value(&mut self.out, self.ids, Op::FunctionCall, void, &[stage]);
        // The mask first: it says whether the other outputs count.
        let bool = self.types.bool(self.ids);
        let kept = words::value(&mut self.out, self.ids, Op::Load, bool, &[self.kept]);
        let kept = self.truth(kept);
        self.store_word(outputs, 0, kept);
        for variable in &self.found.variables {
            self.store_variable(variable, outputs);
        }
        words::push(&mut self.out, Op::Branch, &[end]);
        words::push(&mut self.out, Op::Label, &[end]);
        words::push(&mut self.out, Op::Return, &[]);
        words::push(&mut self.out, Op::FunctionEnd, &[]);
        function
    }

    /// Declares the buffers with an element for each packet: a row of words for each row of the interface.
    fn packets(&mut self) -> [Rows; 2] {
        let [lane, packet] = self.numbers();
        let uint = self.types.uint(self.ids);
        [(INPUTS, self.found.inputs.len()), (OUTPUTS, self.found.outputs.len())].map(|(binding, rows)| {
            let words = rows as u32 * self.lanes;
            let length = self.types.number(self.ids, words);
            let element = self.types.declare(self.ids, Op::TypeArray, &[uint, length]);
            words::push(&mut self.decorations, Op::Decorate, &[element, Decoration::ArrayStride as u32, 4]);
            let buffer = self.buffer(binding, element, 4 * words);
            Rows { buffer, packet: Some(packet), start: lane, of_primitive: false }
        })
    }

    /// The numbers of this invocation in its packet, and of the packet.
    fn numbers(&mut self) -> [u32; 2] {
        let uint = self.types.uint(self.ids);
        let lane = self.machine(BuiltIn::LocalInvocationIndex, uint);
        let triple = self.types.vector(self.ids, uint, 3);
        let group = self.machine(BuiltIn::WorkgroupId, triple);
        [lane, self.add(Op::CompositeExtract, uint, &[group, 0])]
    }

    /// Declares the buffers, and computes where the rows of this invocation are.
    fn buffers(&mut self, results: usize) -> [Rows; 2] {
        let [lane, group] = self.numbers();
        let uint = self.types.uint(self.ids);
        [(INPUTS, self.found.inputs.len()), (OUTPUTS, results)].map(|(binding, rows)| {
            let buffer = self.buffer(binding, uint, 4);
            let words = self.types.number(self.ids, rows as u32 * self.lanes);
            let start = self.add(Op::IMul, uint, &[group, words]);
            Rows { buffer, packet: None, start: self.add(Op::IAdd, uint, &[start, lane]), of_primitive: false }
        })
    }

    /// A buffer of elements of a type with a size.
    fn buffer(&mut self, binding: u32, element: u32, bytes: u32) -> u32 {
        let array = self.types.declare(self.ids, Op::TypeRuntimeArray, &[element]);
        let block = self.types.declare(self.ids, Op::TypeStruct, &[array]);
        let variable = self.types.variable(self.ids, StorageClass::StorageBuffer, block);
        self.variables.push(variable);
        let out = &mut self.decorations;
        words::push(out, Op::Decorate, &[array, Decoration::ArrayStride as u32, bytes]);
        words::push(out, Op::Decorate, &[block, Decoration::Block as u32]);
        words::push(out, Op::MemberDecorate, &[block, 0, Decoration::Offset as u32, 0]);
        words::push(out, Op::Decorate, &[variable, Decoration::DescriptorSet as u32, ROWS_SET]);
        words::push(out, Op::Decorate, &[variable, Decoration::Binding as u32, binding]);
        variable
    }

    /// The value of a built-in variable of compute shaders.
    fn machine(&mut self, builtin: BuiltIn, ty: u32) -> u32 {
        if let Some((_, own, variable)) = self.machines.iter().copied().find(|(known, ..)| *known == builtin) {
            let value = self.add(Op::Load, own, &[variable]);
            return if own == ty { value } else { self.add(Op::Bitcast, ty, &[value]) };
        }
        let variable = self.types.variable(self.ids, StorageClass::Input, ty);
        self.machines.push((builtin, ty, variable));
        self.variables.push(variable);
        self.inputs.push(variable);
        let decoration = [variable, Decoration::BuiltIn as u32, builtin as u32];
        words::push(&mut self.decorations, Op::Decorate, &decoration);
        self.add(Op::Load, ty, &[variable])
    }

    fn add(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        words::value(&mut self.out, self.ids, op, ty, operands)
    }

    /// The pointer to a word of a row.
    fn pointer(&mut self, Rows { buffer, packet, start, .. }: Rows, row: u32) -> u32 {
        let uint = self.types.uint(self.ids);
        let (zero, offset) = (self.types.number(self.ids, 0), self.types.number(self.ids, row * self.lanes));
        let at = if row == 0 { start } else { self.add(Op::IAdd, uint, &[start, offset]) };
        let ty = self.types.pointer(self.ids, StorageClass::StorageBuffer, uint);
        match packet {
            Some(packet) => self.add(Op::AccessChain, ty, &[buffer, zero, packet, at]),
            None => self.add(Op::AccessChain, ty, &[buffer, zero, at]),
        }
    }

    fn load_word(&mut self, rows: Rows, row: u32) -> u32 {
        let (uint, pointer) = (self.types.uint(self.ids), self.pointer(rows, row));
        self.add(Op::Load, uint, &[pointer])
    }

    fn store_word(&mut self, rows: Rows, row: u32, word: u32) {
        let pointer = self.pointer(rows, row);
        words::push(&mut self.out, Op::Store, &[pointer, word]);
    }

    /// Returns whether a bit of a word is set.
    fn flag(&mut self, word: u32, bit: u32) -> u32 {
        let (uint, bool) = (self.types.uint(self.ids), self.types.bool(self.ids));
        let (bit, zero) = (self.types.number(self.ids, bit), self.types.number(self.ids, 0));
        let bit = self.add(Op::BitwiseAnd, uint, &[word, bit]);
        self.add(Op::INotEqual, bool, &[bit, zero])
    }

    /// A word that is zero, and has no value in invocations that stray.
    fn without_value(&mut self, mask: u32) -> u32 {
        let (uint, strays) = (self.types.uint(self.ids), self.flag(mask, STRAYS));
        let (none, zero) = (self.types.constant(self.ids, Op::Undef, uint, &[]), self.types.number(self.ids, 0));
        self.add(Op::Select, uint, &[strays, none, zero])
    }

    /// A truth as a word.
    fn truth(&mut self, truth: u32) -> u32 {
        let uint = self.types.uint(self.ids);
        let (one, zero) = (self.types.number(self.ids, 1), self.types.number(self.ids, 0));
        self.add(Op::Select, uint, &[truth, one, zero])
    }

    fn load_variable(&mut self, variable: &Variable, inputs: Rows, kept: u32) {
        let value = match variable.kind {
            // Not every member of a block is written: distances that are not must not cut anything.
            VariableKind::Output(_) if self.is_block(variable.ty) => {
                self.types.constant(self.ids, Op::ConstantNull, variable.ty, &[])
            }
            VariableKind::Output(_)
            | VariableKind::Vertices(_)
            | VariableKind::Primitives(_)
            | VariableKind::Payload(_)
            | VariableKind::Global => return,
            VariableKind::Machine(builtin) => self.machine(builtin, variable.ty),
            VariableKind::Helper => self.add(Op::LogicalNot, variable.ty, &[kept]),
            VariableKind::Input(start) => {
                let mut row = start;
                self.load(variable.ty, &mut row, inputs)
            }
        };
        words::push(&mut self.out, Op::Store, &[variable.id, value]);
    }

    /// Loads what inputs are evaluated by at other places.
    fn load_sources(&mut self, inputs: Rows) {
        let sources = self.sources;
        for (own, source) in self.found.evaluated.iter().zip(&sources.inputs) {
            for (start, variable) in own.corners.iter().zip(source.corners) {
                let mut row = *start;
                let value = self.load(own.ty, &mut row, inputs);
                words::push(&mut self.out, Op::Store, &[variable, value]);
            }
        }
        if let Some((first, words)) = self.found.evaluation.zip(sources.words) {
            let parts: Vec<u32> = (0..EVALUATION).map(|word| self.load_word(inputs, first + word)).collect();
            let value = self.add(Op::CompositeConstruct, words.ty, &parts);
            words::push(&mut self.out, Op::Store, &[words.variable, value]);
        }
    }

    /// The types of the parts of a composite; none of a number.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn parts(&self, ty: u32) -> Option<Vec<u32>> {
        let def = self.index.def(ty)?;
        match def.op {
            Op::TypeVector | Op::TypeMatrix => Some(vec![def.id(0); def.literal(1).min(4) as usize]),
            Op::TypeArray => Some(vec![def.id(0); self.length(def.id(1)) as usize]),
            Op::TypeStruct => Some(def.ids_from(0).collect()),
            _ => None,
        }
    }

    /// Returns whether a type is that of a block of outputs, as other compilers than ours write them.
    fn is_block(&self, ty: u32) -> bool {
        self.index.def(ty).is_some_and(|def| def.op == Op::TypeStruct)
    }

    /// The value of the constant that is the length of an array.
    fn length(&self, id: u32) -> u32 {
        self.index.def(id).map_or(0, |count| count.literal(0))
    }

    /// A value of a type from the next rows. The rows were made of the same type, so that it has an end.
    fn load(&mut self, ty: u32, row: &mut u32, rows: Rows) -> u32 {
        let Some(parts) = self.parts(ty) else { return self.load_number(ty, row, rows) };
        let parts: Vec<u32> = parts.into_iter().map(|part| self.load(part, row, rows)).collect();
        self.add(Op::CompositeConstruct, ty, &parts)
    }

    fn load_number(&mut self, ty: u32, row: &mut u32, rows: Rows) -> u32 {
        let Row { kind, bits, interpolation, place, at, .. } = self.found.inputs[*row as usize];
        let mut word = self.load_word(rows, *row);
        let is_smooth = interpolation == Interpolation::Smooth && at == At::Invocation;
        if let Some(stray) = self.stray.filter(|_| is_smooth && matches!(place, Place::Location { .. })) {
            let uint = self.types.uint(self.ids);
            word = self.add(Op::BitwiseOr, uint, &[word, stray]);
        }
        *row += bits.div_ceil(32);
        let zero = self.types.number(self.ids, 0);
        match (kind, bits) {
            (Kind::Bool, _) => self.add(Op::INotEqual, ty, &[word, zero]),
            (Kind::Uint, 32) => word,
            (Kind::Sint | Kind::Float, 32) => self.add(Op::Bitcast, ty, &[word]),
            (_, 64) => {
                let high = self.load_word(rows, *row - 1);
                let uint = self.types.uint(self.ids);
                let pair = self.types.vector(self.ids, uint, 2);
                let both = self.add(Op::CompositeConstruct, pair, &[word, high]);
                self.add(Op::Bitcast, ty, &[both])
            }
            (Kind::Float, _) => {
                let float = self.types.float(self.ids);
                let wide = self.add(Op::Bitcast, float, &[word]);
                self.add(Op::FConvert, ty, &[wide])
            }
            (Kind::Sint, _) => self.add(Op::SConvert, ty, &[word]),
            (Kind::Uint, _) => self.add(Op::UConvert, ty, &[word]),
        }
    }

    fn store_variable(&mut self, variable: &Variable, outputs: Rows) {
        let VariableKind::Output(mut row) = variable.kind else { return };
        let value = self.add(Op::Load, variable.ty, &[variable.id]);
        self.store(value, variable.ty, &mut row, outputs);
    }

    /// Stores the parts of a value to the next rows.
    fn store(&mut self, value: u32, ty: u32, row: &mut u32, rows: Rows) {
        let Some(parts) = self.parts(ty) else { return self.store_number(value, row, rows) };
        for (at, part) in (0..).zip(parts) {
            let own = self.add(Op::CompositeExtract, part, &[value, at]);
            self.store(own, part, row, rows);
        }
    }

    fn store_number(&mut self, value: u32, row: &mut u32, rows: Rows) {
        let table = if rows.of_primitive { &self.found.primitive } else { &self.found.outputs };
        let Row { kind, bits, .. } = table[*row as usize];
        let (uint, first) = (self.types.uint(self.ids), *row);
        *row += bits.div_ceil(32);
        let word = match (kind, bits) {
            (Kind::Bool, _) => self.truth(value),
            (Kind::Uint, 32) => value,
            (Kind::Sint | Kind::Float, 32) => self.add(Op::Bitcast, uint, &[value]),
            (_, 64) => {
                let pair = self.types.vector(self.ids, uint, 2);
                let both = self.add(Op::Bitcast, pair, &[value]);
                let high = self.add(Op::CompositeExtract, uint, &[both, 1]);
                self.store_word(rows, first + 1, high);
                self.add(Op::CompositeExtract, uint, &[both, 0])
            }
            (Kind::Float, _) => {
                let float = self.types.float(self.ids);
                let wide = self.add(Op::FConvert, float, &[value]);
                self.add(Op::Bitcast, uint, &[wide])
            }
            (Kind::Sint, _) => {
                let int = self.types.int(self.ids, 32, true);
                let wide = self.add(Op::SConvert, int, &[value]);
                self.add(Op::Bitcast, uint, &[wide])
            }
            (Kind::Uint, _) => self.add(Op::UConvert, uint, &[value]),
        };
        self.store_word(rows, first, word);
    }
}
