//! From the words of a module to code: types and constants, variables and where they lie, and the functions that an entry
//! point reaches.

mod chain;
mod function;
mod globals;
mod image;
mod instruction;
mod lines;
mod memory;
mod names;
mod order;
mod query;
mod tables;
mod variables;
mod wave;

pub use lines::places;

use crate::code::{Code, FlowCode, LOCAL, Pc, Pointer, Program, Quality, Site, Slot};
use crate::error::{Refused, Result, refuse};
use crate::names::Names;
use crate::types::{Layout, Scalar, Shape, Type, Types};
use abi::KernelInfo;
use dialect::spirv::access::{Access, each_id};
use dialect::spirv::decode::{self, Inst};
use dialect::spirv::index::Index;
use lines::Lines;
use rustc_hash::FxHashMap;
use spirv::{Decoration, ExecutionMode, MemoryModel, Op};
use std::sync::Arc;

/// The most cells of all values, which each lane has.
const MOST_SLOTS: u64 = 1 << 22;
/// The most instructions.
const MOST_CODE: usize = 1 << 22;
/// The most bytes of the variables of a lane or of a group.
const MOST_MEMORY: u64 = 1 << 26;

/// A value: where its cells are.
#[derive(Clone, Copy, Debug)]
struct Value {
    slot: Slot,
    ty: u32,
}

/// Facts about a pointer beyond its type.
#[derive(Clone, Debug, Default)]
struct Target {
    shape: Shape,
    coherent: bool,
    name: Arc<str>,
}

/// A function that the entry point reaches.
struct Reached {
    /// The instructions of its body.
    range: std::ops::Range<usize>,
    params: Vec<Slot>,
    result: Slot,
    /// True if one call in the module leads to it.
    has_one_call: bool,
    /// Its code; set when it is written.
    start: Pc,
    name: u32,
}

/// The state of reading.
struct Reader<'m> {
    index: Index<'m>,
    info: &'m KernelInfo,
    overrides: &'m [(u32, u64)],
    types: Types,
    names: FxHashMap<u32, &'m str>,
    values: FxHashMap<u32, Value>,
    targets: FxHashMap<u32, Target>,
    /// The cells of constants, `None` where they have no value.
    constants: FxHashMap<u32, Vec<Option<u64>>>,
    /// For each id whether anything examines it.
    used: Vec<bool>,
    /// Constants of which code is made where the entry point starts.
    late_constants: Vec<&'m Inst>,
    layouts: FxHashMap<(u32, Shape), Arc<Layout>>,
    functions: FxHashMap<u32, Reached>,
    lines: Lines<'m>,
    /// The names of the source, if they are requested.
    source_names: Option<names::SourceNames>,
    /// The places of pointers that always lead there, by their first cells.
    places: FxHashMap<Slot, Pointer>,
    extent: Extent,
    variables: variables::Variables,
    /// What has been read so far.
    program: Program,
    /// True if the module says that its source is HLSL.
    is_of_hlsl: bool,
}

/// Sizes so far, which may exceed what a program can have.
struct Extent {
    /// Cells.
    slots: u64,
    /// Bytes of the memory of a lane.
    local: u64,
    /// Bytes of the memory of a group.
    shared: u64,
}

/// The code of an entry point.
///
/// # Errors
/// When the module has something that is not run.
pub(crate) fn program(
    words: &[u32],
    info: &KernelInfo,
    overrides: &[(u32, u64)],
    wants_names: bool,
) -> Result<(Program, Types, Names)> {
    let (header, insts) =
        decode::decode(words).map_err(|error| Refused { word: None, message: error.message.clone() })?;
    let index = Index::new(header, &insts);
    let entry = entry_point(&index, &info.entry)?;
    let mut reader = Reader::new(index, info, overrides);
    reader.source_names = wants_names.then(|| names::SourceNames::new(&reader.index, &reader.lines));
    reader.globals()?;
    reader.is_of_hlsl = reader.says_hlsl();
    let reached = reader.reach(entry.id(1))?;
    reader.name_globals()?;
    if !wants_names {
        // A debugger looks for variables in memory.
        reader.find_variables(&reached)?;
    }
    let start = reader.start(entry)?;
    for function in reached {
        reader.function(function)?;
    }
    reader.finish(entry.id(1), start)
}

fn entry_point<'m>(index: &Index<'m>, name: &str) -> Result<&'m Inst> {
    let globals = &index.insts[..index.globals];
    let is_it = |inst: &&Inst| inst.op == Op::EntryPoint && inst.text(2) == name;
    match globals.iter().find(is_it) {
        Some(entry) if entry.value(0) == spirv::ExecutionModel::GLCompute as u32 => Ok(entry),
        Some(_) => refuse("the entry point is not a compute shader"),
        None => refuse(format!("no entry point '{name}'")),
    }
}

impl<'m> Reader<'m> {
    fn new(index: Index<'m>, info: &'m KernelInfo, overrides: &'m [(u32, u64)]) -> Self {
        let globals = &index.insts[..index.globals];
        let names = globals.iter().filter(|inst| inst.op == Op::Name).map(|inst| (inst.id(0), inst.text(1))).collect();
        let lines = Lines::new(&index);
        let mut used = vec![false; index.header.bound as usize];
        let mut use_id = |id: u32| {
            if let Some(used) = used.get_mut(id as usize) {
                *used = true;
            }
        };
        index.insts[index.globals..].iter().for_each(|inst| each_id(&inst.operands, &mut use_id));
        Reader {
            index,
            info,
            overrides,
            types: Types::default(),
            names,
            values: FxHashMap::default(),
            targets: FxHashMap::default(),
            constants: FxHashMap::default(),
            late_constants: Vec::new(),
            layouts: FxHashMap::default(),
            functions: FxHashMap::default(),
            used,
            lines,
            source_names: None,
            places: FxHashMap::default(),
            variables: variables::Variables::default(),
            // The first cells are zeros, for operands that an op does not have.
            extent: Extent { slots: 4, local: 0, shared: 0 },
            program: Program { makes_available: true, makes_visible: true, ..Program::default() },
            is_of_hlsl: false,
        }
    }

    /// Returns whether the module says that its source is HLSL: by itself, or in its debug information.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn says_hlsl(&self) -> bool {
        const HLSL: u32 = spirv::SourceLanguage::HLSL as u32;
        // A `DebugCompilationUnit`, with its language.
        let is_unit = |inst: &Inst| {
            let set = self.index.def(inst.id(0)).map_or("", |set| set.text(0));
            let is_debug = set.ends_with("DebugInfo.100") && inst.literal(1) == 1;
            is_debug && (self.constant(inst.id(5)) == Some(HLSL.into()) || inst.value(5) == HLSL)
        };
        self.index.insts[..self.index.globals].iter().any(|inst| match inst.op {
            Op::Source => inst.value(0) == HLSL,
            Op::ExtInst => is_unit(inst),
            _ => false,
        })
    }

    /// The code at which each lane starts, before that of functions: late constants, and the way to the entry point.
    fn start(&mut self, entry: &'m Inst) -> Result<Pc> {
        for inst in std::mem::take(&mut self.late_constants) {
            self.late_constant(inst)?;
        }
        let globals = &self.index.insts[..self.index.globals];
        let variables: Vec<&Inst> = globals.iter().filter(|inst| inst.op == Op::Variable).collect();
        for variable in variables {
            self.declare_global(variable)?;
        }
        let target = self.functions[&entry.id(1)].range.start as Pc;
        self.push(FlowCode::Enter { target, moves: Box::default() })?;
        self.push(FlowCode::End)?;
        Ok(0)
    }

    fn finish(mut self, entry: u32, start: Pc) -> Result<(Program, Types, Names)> {
        // Calls were written with the place of the function's first instruction.
        let starts: FxHashMap<u32, Pc> =
            self.functions.values().map(|function| (function.range.start as u32, function.start)).collect();
        for code in &mut self.program.code {
            if let Code::Flow(FlowCode::Enter { target, .. }) = code {
                *target = starts[target];
            }
        }
        if self.program.code.iter().any(|code| crate::extent::of(code) > self.extent.slots) {
            return refuse("operand type mismatch");
        }
        let mode = |mode: ExecutionMode| {
            let globals = &self.index.insts[..self.index.globals];
            globals
                .iter()
                .find(|inst| inst.op == Op::ExecutionMode && inst.id(0) == entry && inst.value(1) == mode as u32)
        };
        let wave_size = mode(ExecutionMode::SubgroupSize).map(|inst| match inst.params(1).first() {
            Some(operand) => dialect::spirv::access::literal_of(Some(operand)),
            None => inst.literal(2),
        });
        let has_quads = mode(ExecutionMode::DerivativeGroupQuadsKHR).is_some();
        let mut head = self.index.insts[..self.index.globals].iter();
        let has_memory_model =
            head.any(|inst| inst.op == Op::MemoryModel && inst.value(1) == MemoryModel::Vulkan as u32);
        self.program.loops.sort_by_key(|one| one.header);
        let program = Program {
            start,
            slots: self.extent.slots as u32,
            variables: self.variables.cells,
            local_bytes: self.extent.local as u32,
            shared_bytes: self.extent.shared as u32,
            files: self.lines.files(),
            has_memory_model,
            wave_size: wave_size.filter(|size| *size > 0),
            has_quads,
            ..self.program
        };
        Ok((program, self.types, self.source_names.map(|source| source.names).unwrap_or_default()))
    }

    /// Says that a pointer always leads to one place.
    fn fix(&mut self, slot: Slot, place: Pointer) {
        self.program.constants.extend([(slot, place.object), (slot + 1, place.offset)]);
        self.places.insert(slot, place);
    }

    /// The place in the lanes' memory to which a pointer always leads.
    fn local_place(&self, pointer: Slot) -> Option<u64> {
        self.places.get(&pointer).filter(|place| place.object == LOCAL).map(|place| place.offset)
    }

    /// Cells for a value of a type.
    fn alloc(&mut self, ty: u32) -> Result<Slot> {
        let count = self.types.count(ty)?;
        self.cells(count)
    }

    fn cells(&mut self, count: u32) -> Result<Slot> {
        let slot = self.extent.slots as Slot;
        self.extent.slots += u64::from(count);
        if self.extent.slots > MOST_SLOTS { refuse("too many values") } else { Ok(slot) }
    }

    /// A cell with the same value in all lanes.
    fn constant_cell(&mut self, value: u64) -> Result<Slot> {
        let slot = self.cells(1)?;
        self.program.constants.push((slot, value));
        Ok(slot)
    }

    fn push(&mut self, code: impl Into<Code>) -> Result<()> {
        if self.program.code.len() >= MOST_CODE {
            return refuse("too many instructions");
        }
        let function = self.program.functions.len().saturating_sub(1) as u32;
        self.program.code.push(code.into());
        if let Some(names) = &mut self.source_names {
            names.push();
        }
        self.program.sites.push(Site { place: self.lines.place, function });
        Ok(())
    }

    fn pc(&self) -> Pc {
        self.program.code.len() as Pc
    }

    /// The value of an id.
    fn value(&self, id: u32) -> Result<Value> {
        match self.values.get(&id) {
            Some(value) => Ok(*value),
            None => refuse("operand is not a known value"),
        }
    }

    /// The value of the operand at a position.
    fn operand(&self, inst: &Inst, at: usize) -> Result<Value> {
        self.value(inst.id(at))
    }

    fn define(&mut self, id: u32, slot: Slot, ty: u32) {
        self.values.insert(id, Value { slot, ty });
    }

    /// Cells for the result of an instruction.
    fn result(&mut self, inst: &Inst) -> Result<Slot> {
        let slot = self.alloc(inst.type_id())?;
        self.define(inst.result_id(), slot, inst.type_id());
        Ok(slot)
    }

    fn scalar_of(&self, value: Value) -> Scalar {
        self.types.scalar(value.ty)
    }

    fn count_of(&self, value: Value) -> Result<u32> {
        self.types.count(value.ty)
    }

    fn layout(&mut self, ty: u32, shape: Shape) -> Result<Arc<Layout>> {
        if let Some(known) = self.layouts.get(&(ty, shape)) {
            return Ok(Arc::clone(known));
        }
        let layout = Arc::new(self.types.layout(ty, shape)?);
        self.layouts.insert((ty, shape), Arc::clone(&layout));
        Ok(layout)
    }

    /// The bits of a constant of one cell.
    fn constant(&self, id: u32) -> Option<u64> {
        match self.constants.get(&id).map(Vec::as_slice) {
            Some([cell]) => *cell,
            _ => None,
        }
    }

    fn name_of(&self, id: u32) -> Arc<str> {
        self.names.get(&id).copied().unwrap_or_default().into()
    }

    fn is_decorated(&self, id: u32, kind: Decoration) -> bool {
        self.index.is_decorated(id, kind)
    }

    /// The type that a pointer leads to.
    fn pointee(&self, pointer: Value) -> Result<u32> {
        if let Type::Pointer { to, .. } = self.types.get(pointer.ty) {
            Ok(*to)
        } else {
            refuse("memory access through an operand that is not a pointer")
        }
    }

    fn quality(&self, id: u32) -> Quality {
        Quality {
            coherent: self.targets.get(&id).is_some_and(|target| target.coherent),
            nonuniform: self.is_decorated(id, Decoration::NonUniform),
            private: false,
            align: 0,
        }
    }
}
