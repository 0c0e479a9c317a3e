//! Cooperative matrices and vectors as arrays and loops, so that engines need neither: words of a module in, words out.
//!
//! A matrix type becomes an array of the elements that a lane holds (`matrices.rs`), and an instruction a call of a function
//! that is written for its types; `memory.rs` and `numbers.rs` are what their loops have in common. A cooperative vector type
//! becomes a vector type (`vectors.rs`).

mod calls;
mod formats;
mod matrices;
mod memory;
mod numbers;
mod vectors;
mod writer;

use crate::error::{Result, unsupported};
use crate::words;
use calls::Calls;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst, Operand};
use dialect::spirv::index::Index;
use isa::Class;
use matrices::Shape;
use rustc_hash::FxHashMap;
use spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, Op, Scope};
use writer::{Scalar, Writer};

/// The words of the header.
const HEADER: usize = 5;

/// What the size of an array depends on.
#[derive(Clone, Debug)]
pub struct MatrixOptions {
    /// The number of lanes in a wave, at most.
    pub wave: u32,
    /// Values of specialization constants by id, as bits.
    pub constants: Vec<(u32, u64)>,
}

/// A module without cooperative types.
#[derive(Clone, Debug)]
pub struct WithoutMatrices {
    /// Its words.
    pub words: Vec<u32>,
    /// The offsets of instructions in it and in the module that it comes from, in order.
    origins: Vec<(u32, u32)>,
}

impl WithoutMatrices {
    /// The offset of the instruction that one comes from.
    pub fn origin(&self, word: u32) -> Option<u32> {
        let behind = self.origins.partition_point(|(new, _)| *new <= word);
        behind.checked_sub(1).map(|at| self.origins[at].1)
    }
}

/// The capabilities of what is converted.
const CAPABILITIES: &[Capability] = &[
    Capability::CooperativeMatrixKHR,
    Capability::CooperativeMatrixConversionsEXT,
    Capability::CooperativeMatrixGetCoordinateEXT,
    Capability::CooperativeMatrixConversionsNV,
    Capability::CooperativeMatrixReductionsNV,
    Capability::CooperativeMatrixPerElementOperationsNV,
    Capability::CooperativeVectorNV,
    Capability::CooperativeVectorTrainingNV,
];
/// The capabilities of their component types.
const OF_COMPONENTS: &[Capability] = &[
    Capability::BFloat16TypeKHR,
    Capability::BFloat16CooperativeMatrixKHR,
    Capability::Float8EXT,
    Capability::Float8CooperativeMatrixEXT,
];
/// Capabilities of the functions.
const NEEDED: &[Capability] = &[
    Capability::GroupNonUniform,
    Capability::GroupNonUniformShuffle,
    Capability::Int8,
    Capability::Int16,
    Capability::Int64,
    Capability::Float16,
    Capability::Float64,
];
/// The extensions of what is converted.
const EXTENSIONS: &[&str] = &[
    "SPV_KHR_cooperative_matrix",
    "SPV_EXT_cooperative_matrix_maintenance1",
    "SPV_NV_cooperative_matrix2",
    "SPV_NV_cooperative_vector",
    "SPV_EXT_float8",
    "SPV_KHR_bfloat16",
];

/// Returns whether words may have cooperative types: whether they declare one of the capabilities.
fn declares_any(words: &[u32]) -> bool {
    let mut at = HEADER;
    while let Some(&[first, capability]) = words.get(at..at + 2) {
        if first & 0xffff != Op::Capability as u32 {
            return false;
        }
        if CAPABILITIES.iter().any(|one| *one as u32 == capability) {
            return true;
        }
        at += 2;
    }
    false
}

/// Converts a module that declares cooperative types; `None` for others.
///
/// # Errors
/// When it has a type, an instruction or a workgroup for which there are no loops.
pub fn convert(
    words: &[u32],
    entry: &str,
    options: &MatrixOptions,
) -> dialect::diagnostics::Result<Option<Result<WithoutMatrices>>> {
    if !declares_any(words) {
        return Ok(None);
    }
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    Ok(Some(converted(words, &index, entry, options)))
}

fn converted(words: &[u32], index: &Index<'_>, entry: &str, options: &MatrixOptions) -> Result<WithoutMatrices> {
    let module = Module { words, index, options };
    let shapes = module.shapes(entry)?;
    let mut calls = Calls::new(&module, shapes);
    let (mut functions, mut origins) = (Vec::new(), Vec::new());
    for inst in &index.insts[index.globals..] {
        origins.push((functions.len() as u32, inst.offset));
        calls.instruction(inst, &mut functions)?;
    }
    let mut out = module.globals(&mut calls)?;
    let start = out.len() as u32;
    origins.iter_mut().for_each(|(at, _)| *at += start);
    out.extend(functions);
    // An error in a loop is reported at the first instruction that has it.
    origins.extend(calls.helpers.iter().map(|(at, origin)| (out.len() as u32 + at, *origin)));
    out.extend(&calls.writer.out);
    Ok(WithoutMatrices { words: out, origins })
}

/// The module that is converted.
struct Module<'m> {
    words: &'m [u32],
    index: &'m Index<'m>,
    options: &'m MatrixOptions,
}

impl<'m> Module<'m> {
    /// The words of an instruction.
    fn raw(&self, inst: &Inst) -> &'m [u32] {
        let start = inst.offset as usize;
        &self.words[start..start + (self.words[start] >> 16) as usize]
    }

    /// The value of an integer constant.
    fn number(&self, id: u32) -> Option<u32> {
        let inst = self.index.def(id)?;
        match inst.op {
            Op::Constant => Some(inst.value(0)),
            Op::SpecConstant => {
                let number = self.index.decoration(id, Decoration::SpecId).map(|own| own.number(0));
                let given = self.options.constants.iter().find(|(own, _)| Some(*own) == number);
                Some(given.map_or(inst.value(0), |(_, value)| *value as u32))
            }
            _ => None,
        }
    }

    /// The types of vectors of one component, and constants of them, with what represents them.
    fn aliases(&self) -> FxHashMap<u32, u32> {
        let mut aliases = FxHashMap::default();
        for inst in &self.index.insts[..self.index.globals] {
            let is_single = inst.op == Op::TypeVectorIdEXT && self.number(inst.id(1)) == Some(1);
            let is_constant = matches!(inst.op, Op::ConstantComposite | Op::SpecConstantComposite);
            if is_single || is_constant && aliases.contains_key(&inst.type_id()) {
                aliases.insert(inst.result_id(), inst.id(0));
            }
        }
        aliases
    }

    /// The number of invocations in a workgroup of the entry point.
    fn workgroup(&self, entry: &Inst) -> Option<u32> {
        let function = entry.id(1);
        let modes = &self.index.insts[..self.index.globals];
        let mut sizes = modes.iter().filter(|inst| inst.id(0) == function).filter_map(|inst| {
            let mode = matches!(inst.op, Op::ExecutionMode | Op::ExecutionModeId).then(|| &inst.operands[1])?;
            let Operand::Enum(_, mode, sizes) = mode else { return None };
            let is_by_id = ExecutionMode::from_u32(*mode) == Some(ExecutionMode::LocalSizeId);
            let is_size = is_by_id || ExecutionMode::from_u32(*mode) == Some(ExecutionMode::LocalSize);
            let size = |operand: &Operand| match operand {
                Operand::Id(id) => self.number(*id),
                Operand::Literal(size) => Some(*size),
                _ => None,
            };
            is_size.then(|| sizes.iter().map(size).try_fold(1u32, |all, size| all.checked_mul(size?))).flatten()
        });
        sizes.next_back()
    }

    /// The matrix types, with the lanes that hold their elements.
    ///
    /// # Errors
    /// When a type is unknown, or the last wave of a workgroup would have fewer lanes than the others.
    fn shapes(&self, entry: &str) -> Result<FxHashMap<u32, Shape>> {
        let globals = &self.index.insts[..self.index.globals];
        let types: Vec<&Inst> = globals.iter().filter(|inst| inst.op == Op::TypeCooperativeMatrixKHR).collect();
        let is_entry = |inst: &&Inst| {
            inst.op == Op::EntryPoint && inst.text(2) == entry && inst.value(0) == ExecutionModel::GLCompute as u32
        };
        let point = globals.iter().find(is_entry);
        let (Some(first), Some(point)) = (types.first(), point) else { return Ok(FxHashMap::default()) };
        let wave = self.options.wave.clamp(1, 128).next_power_of_two();
        let Some(total) = self.workgroup(point).filter(|total| *total > 0) else {
            return unsupported(first, "a cooperative matrix", "the size of the workgroup is unknown");
        };
        if total > wave && !total.is_multiple_of(wave) {
            let why =
                format!("the {total} invocations of the workgroup are not a multiple of the {wave} lanes of a wave");
            return unsupported(first, "a cooperative matrix", why);
        }
        let shape = |inst: &&Inst| self.shape(inst, total.min(wave), total > wave).map(|shape| (shape.id, shape));
        types.iter().map(shape).collect()
    }

    fn shape(&self, inst: &Inst, lanes: u32, is_divided: bool) -> Result<Shape> {
        let parts = [1, 2, 3].map(|at| self.number(inst.id(at)).filter(|number| *number > 0));
        let [Some(scope), Some(rows), Some(columns)] = parts else {
            return unsupported(inst, "a cooperative matrix", "its size is not a constant");
        };
        if rows.checked_mul(columns).is_none_or(|count| count > 1 << 16) {
            return unsupported(inst, "a cooperative matrix", format!("it has {rows} rows and {columns} columns"));
        }
        let Some(element) = Scalar::of(self.index, inst.id(0)) else {
            return unsupported(inst, "a cooperative matrix", "its component type is unknown");
        };
        let is_of_first = match Scope::from_u32(scope) {
            Some(Scope::Subgroup) => false,
            Some(Scope::Workgroup) => is_divided,
            _ => {
                return unsupported(
                    inst,
                    "a cooperative matrix",
                    "its scope is neither the subgroup nor the workgroup",
                );
            }
        };
        Ok(Shape { id: inst.result_id(), element, rows, columns, lanes, is_of_first })
    }

    /// The declarations, with those of the functions.
    fn globals(&self, calls: &mut Calls<'_>) -> Result<Vec<u32>> {
        let mut out = self.words[..HEADER].to_vec();
        let mut are_decorations_done = false;
        for inst in &self.index.insts[..self.index.globals] {
            if inst.op == Op::MemoryModel {
                self.imports(&calls.writer, &mut out);
            }
            if !are_decorations_done && is_declaration(isa::class(inst.op)) {
                are_decorations_done = true;
                out.extend(&calls.writer.decorations);
            }
            self.global(calls, inst, &mut out)?;
        }
        out.extend(&calls.writer.types.added);
        out[3] = calls.writer.ids.bound();
        Ok(out)
    }

    /// Writes the import of the functions of GLSL, if it is new.
    fn imports(&self, writer: &Writer, out: &mut Vec<u32>) {
        if let Some(id) = writer.new_import() {
            words::push(out, Op::ExtInstImport, &[&[id], words::text("GLSL.std.450").as_slice()].concat());
        }
    }

    /// Writes a declaration.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn global(&self, calls: &mut Calls<'_>, inst: &Inst, out: &mut Vec<u32>) -> Result<()> {
        let raw = self.raw(inst);
        match inst.op {
            Op::Capability if CAPABILITIES.iter().any(|one| *one as u32 == inst.value(0)) => {
                let declared = |one: &&Capability| {
                    let own = self.index.insts.iter().take_while(|inst| inst.op == Op::Capability);
                    own.into_iter().any(|inst| inst.value(0) == **one as u32)
                };
                // The first of them becomes what the functions need.
                let first = CAPABILITIES.iter().find(declared);
                if first.is_some_and(|first| *first as u32 == inst.value(0)) {
                    let new = NEEDED.iter().filter(|one| !declared(one));
                    new.for_each(|one| words::push(out, Op::Capability, &[*one as u32]));
                }
            }
            Op::Capability if OF_COMPONENTS.iter().any(|one| *one as u32 == inst.value(0)) => {}
            Op::Extension if EXTENSIONS.contains(&inst.text(0)) => {}
            Op::Decorate if inst.value(1) == Decoration::CooperativeMatrixTransposeEXT as u32 => {}
            Op::EntryPoint => {
                let start = out.len();
                out.extend_from_slice(raw);
                let known: Vec<u32> = inst.ids_from(3).collect();
                out.extend(calls.writer.variables.iter().filter(|variable| !known.contains(variable)));
                out[start] = ((out.len() - start) as u32) << 16 | Op::EntryPoint as u32;
            }
            Op::TypeCooperativeMatrixKHR => {
                let Some(shape) = calls.shapes.get(&inst.result_id()) else { return Ok(()) };
                let count = self.index.def(inst.id(2)).map_or(0, Access::type_id);
                let length = words::value(out, &mut calls.writer.ids, Op::Constant, count, &[shape.slots()]);
                words::push(out, Op::TypeArray, &[shape.id, shape.element.id, length]);
            }
            // Constants of a format are its bits.
            Op::TypeFloat if Scalar::of(self.index, inst.result_id()).is_some_and(|ty| ty.encoding.is_some()) => {
                words::push(out, Op::TypeInt, &[inst.result_id(), inst.literal(0), 0]);
            }
            Op::TypeVectorIdEXT | Op::ConstantComposite | Op::SpecConstantComposite
                if calls.aliases.contains_key(&inst.result_id()) => {}
            Op::TypeVectorIdEXT => {
                let Some(count) = self.number(inst.id(1)) else {
                    return unsupported(inst, "a cooperative vector", "its size is not a constant");
                };
                words::push(out, Op::TypeVector, &[inst.result_id(), inst.id(0), count]);
            }
            Op::ConstantComposite | Op::SpecConstantComposite if calls.shapes.contains_key(&inst.type_id()) => {
                let slots = calls.shapes[&inst.type_id()].slots() as usize;
                let parts = vec![inst.id(0); slots];
                words::push(out, inst.op, &[&[inst.type_id(), inst.result_id()][..], &parts].concat());
            }
            // The length of a matrix.
            Op::SpecConstantOp if raw.get(3) == Some(&(Op::CooperativeMatrixLengthKHR as u32)) => {
                let slots = calls.shapes.get(&raw[4]).map_or(0, Shape::slots);
                words::push(out, Op::Constant, &[inst.type_id(), inst.result_id(), slots]);
            }
            _ => calls.copy(inst, out),
        }
        Ok(())
    }
}

/// Returns whether an instruction follows all decorations.
fn is_declaration(class: Class) -> bool {
    matches!(class, Class::Type(_) | Class::Constant(_) | Class::Variable | Class::Undef)
}
