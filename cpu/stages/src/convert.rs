//! The conversion of a module: its declarations, its functions, and the new entry point.

use crate::error::Result;
use crate::interface::{self, Found, VariableKind};
use crate::lines;
use crate::rewrite::evaluate::{self, Sources};
use crate::rewrite::{Counts, Given, Rewriter};
use crate::rows::{Interface, Modes, Place, Sampling, Shape, Stage};
use crate::shape;
use crate::types::Types;
use crate::words::{self, Ids};
use crate::wrapper::Wrapper;
use crate::{Options, unread, visibility};
use abi::LowerError;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst};
use dialect::spirv::index::Index;
use isa::Class;
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

/// The words of the header.
const HEADER: usize = 5;
/// The version of SPIR-V with storage buffers.
const LEAST_VERSION: u32 = 0x0001_0300;
/// The version from which on entry points list all variables, not inputs and outputs alone.
const LISTS_ALL: u32 = 0x0001_0400;

/// A stage as a kernel.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The words of the module, whose only entry point is the kernel, with the name of the stage's.
    pub words: Vec<u32>,
    /// The rows.
    pub interface: Interface,
    /// The offsets of instructions in these words, and in those of the stage's module.
    origins: Vec<(u32, u32)>,
}

impl Converted {
    /// The offset in the stage's module of what became the instruction at an offset of the words.
    pub fn origin(&self, word: u32) -> Option<u32> {
        let behind = self.origins.partition_point(|(new, _)| *new <= word);
        behind.checked_sub(1).map(|at| self.origins[at].1)
    }
}

/// The entry points of a module that can be converted, in order.
///
/// # Errors
/// When the words are not a module.
pub fn entry_points(words: &[u32]) -> dialect::diagnostics::Result<Vec<(Stage, String)>> {
    let (_, insts) = decode::decode(words)?;
    let entries = insts.iter().filter(|inst| inst.op == Op::EntryPoint);
    Ok(entries.filter_map(|inst| Some((stage_of(inst)?, inst.text(2).to_owned()))).collect())
}

fn stage_of(entry: &Inst) -> Option<Stage> {
    ExecutionModel::from_u32(entry.value(0)).and_then(Stage::of)
}

/// Converts an entry point of a stage; `None` if there is none of this stage with the name.
///
/// # Errors
/// When the words are not a module, or the stage has something that is not run.
pub fn convert(
    words: &[u32],
    stage: Stage,
    entry: &str,
    options: Options,
) -> dialect::diagnostics::Result<Option<std::result::Result<Converted, LowerError>>> {
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    let is_it = |inst: &&Inst| inst.op == Op::EntryPoint && stage_of(inst) == Some(stage) && inst.text(2) == entry;
    let Some(point) = insts.iter().find(is_it) else { return Ok(None) };
    Ok(Some(Conversion { words, index: &index, stage, point, options }.run()))
}

struct Conversion<'c, 'm> {
    words: &'c [u32],
    index: &'c Index<'m>,
    stage: Stage,
    point: &'c Inst,
    options: Options,
}

impl Conversion<'_, '_> {
    fn run(&self) -> Result<Converted> {
        let elsewhere = evaluate::variables(self.index);
        let mut found = interface::collect(self.index, self.point, self.stage, &elsewhere)?;
        if self.stage == Stage::Pixel {
            unread::mark(self.index, &mut found);
        }
        let (mut ids, mut types) = (Ids::new(self.index.header.bound), Types::new(self.index));
        let import = lines::glsl(self.index);
        let glsl = import.unwrap_or_else(|| ids.fresh());
        let bool = types.bool(&mut ids);
        let kept = types.private(&mut ids, bool);
        let sources = Sources::new(&found, &mut ids, &mut types);
        let includes_helpers = self.has_mode(ExecutionMode::RequireFullQuadsKHR);
        let mut shape = shape::of(self.index, self.point, self.stage)?;
        shape.primitive = found.primitive.clone();
        if self.stage != Stage::Geometry {
            shape.taken = found.taken;
        }
        let lanes = if self.stage.is_group() { 1 } else { self.options.lanes };
        let counts = Counts::new(self.stage, &mut ids, &mut types);
        let given = Given { index: self.index, words: self.words, stage: self.stage, glsl, kept, includes_helpers };
        let mut rewriter = Rewriter::new(given, &mut ids, &mut types, &found, &sources);
        rewriter.counts = counts;
        rewriter.checked = self.options.checked;
        rewriter.functions()?;
        let (mut functions, origins) = (std::mem::take(&mut rewriter.out), std::mem::take(&mut rewriter.origins));
        let mut wrapper = Wrapper {
            index: self.index,
            ids: &mut ids,
            types: &mut types,
            found: &found,
            stage: self.stage,
            checked: self.options.checked && self.stage == Stage::Pixel,
            strays: self.options.strays && self.stage == Stage::Pixel,
            stray: None,
            lanes,
            shape: &shape,
            kept,
            counts,
            glsl,
            sources: &sources,
            out: Vec::new(),
            decorations: Vec::new(),
            variables: sources.variables().chain([kept]).chain(counts.all()).collect(),
            inputs: Vec::new(),
            machines: Vec::new(),
        };
        let entry = match self.stage {
            Stage::Hull | Stage::Amplification | Stage::Mesh => wrapper.group(self.point.id(1)),
            Stage::Geometry => wrapper.emitting(self.point.id(1)),
            Stage::Vertex | Stage::Domain | Stage::Pixel => wrapper.write(self.point.id(1)),
        };
        let Wrapper { out, decorations, variables, inputs, .. } = wrapper;
        functions.extend(out);
        let mut all = self.head(&ids);
        let mut own = Vec::new();
        let threads = if self.stage.is_group() { shape.threads } else { [lanes, 1, 1] };
        let names = if self.stage.is_group() { shared_names(&found) } else { Vec::new() };
        let (is_wide, glsl) = (!sources.inputs.is_empty(), import.is_none().then_some(glsl));
        let new = New { threads, names, is_wide, glsl, entry, variables, inputs, decorations };
        self.globals(&mut all, &mut own, &new);
        all.extend(&types.added);
        let start = all.len() as u32;
        own.extend(origins.into_iter().map(|(at, origin)| (start + at, origin)));
        all.extend(functions);
        let interface = self.interface(found, lanes, shape);
        Ok(Converted { words: all, interface, origins: own })
    }

    fn head(&self, ids: &Ids) -> Vec<u32> {
        let mut head = self.words[..HEADER].to_vec();
        head[1] = head[1].max(LEAST_VERSION);
        head[3] = ids.bound();
        head
    }

    fn has_mode(&self, mode: ExecutionMode) -> bool {
        self.modes().any(|inst| inst.value(1) == mode as u32)
    }

    /// The execution modes of the entry point.
    fn modes(&self) -> impl Iterator<Item = &Inst> {
        let modes = self.index.insts[..self.index.globals].iter();
        let modes = modes.filter(|inst| matches!(inst.op, Op::ExecutionMode | Op::ExecutionModeId));
        modes.filter(|inst| inst.id(0) == self.point.id(1))
    }

    fn interface(&self, found: Found, lanes: u32, shape: Shape) -> Interface {
        let insts = &self.index.insts[self.index.globals..];
        let has = |ops: &[Op]| insts.iter().any(|inst| ops.contains(&inst.op));
        let per_sample = found.inputs.iter().any(|row| {
            row.sampling == Sampling::Sample
                || matches!(row.place, Place::Builtin(BuiltIn::SampleId | BuiltIn::SamplePosition, _))
        });
        let modes = Modes {
            early_tests: self.has_mode(ExecutionMode::EarlyFragmentTests),
            discards: has(&[Op::Kill, Op::TerminateInvocation, Op::DemoteToHelperInvocation]),
            writes_memory: insts.iter().any(|inst| self.writes_memory(inst)),
            ordered: has(&[Op::BeginInvocationInterlockEXT]),
            per_sample,
            depth_greater: self.has_mode(ExecutionMode::DepthGreater),
            depth_less: self.has_mode(ExecutionMode::DepthLess),
            from_below: self.has_mode(ExecutionMode::OriginLowerLeft),
            whole_pixels: self.has_mode(ExecutionMode::PixelCenterInteger),
        };
        Interface {
            stage: self.stage,
            entry: self.point.text(2).to_owned(),
            lanes,
            inputs: found.inputs,
            outputs: found.outputs,
            modes,
            shape,
        }
    }

    /// Writes what precedes the functions.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn globals(&self, all: &mut Vec<u32>, origins: &mut Vec<(u32, u32)>, new: &New) {
        let mut sections = Sections::default();
        for inst in &self.index.insts[..self.index.globals] {
            self.sections(all, inst.op, &mut sections, new);
            let raw = &self.words[inst.offset as usize..];
            let raw = &raw[..(raw[0] >> 16) as usize];
            match inst.op {
                Op::EntryPoint if inst.offset == self.point.offset => self.entry(all, new),
                // What it is about is done by the fixed functions.
                Op::Capability if is_of_sections(inst.value(0)) => {}
                // Those of this one are with it; others are gone.
                Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId => {}
                Op::Decorate | Op::DecorateId | Op::DecorateString if self.is_passed(inst.id(0)) => {}
                Op::MemberDecorate | Op::MemberDecorateString if is_of_interface(inst.value(2)) => {}
                Op::TypePointer | Op::Variable => {
                    origins.push((all.len() as u32, inst.offset));
                    let start = all.len();
                    all.extend_from_slice(raw);
                    let at = start + if inst.op == Op::TypePointer { 2 } else { 3 };
                    all[at] = self.class(all[at]);
                    if inst.op == Op::Variable && all[at] == StorageClass::Workgroup as u32 && all.len() > at + 1 {
                        // What a workgroup shares has no initial value.
                        all.truncate(at + 1);
                        all[start] = lines::head(Op::Variable, at + 1 - start);
                    }
                }
                _ => {
                    origins.push((all.len() as u32, inst.offset));
                    all.extend_from_slice(raw);
                }
            }
        }
        self.sections(all, Op::TypeVoid, &mut sections, new);
    }

    /// Writes what is new in the sections that end before an instruction.
    fn sections(&self, all: &mut Vec<u32>, op: Op, done: &mut Sections, new: &New) {
        if !done.capabilities && op != Op::Capability {
            done.capabilities = true;
            if new.is_wide {
                words::push(all, Op::Capability, &[Capability::Float64 as u32]);
            }
            if self.stage == Stage::Pixel {
                words::push(all, Op::Capability, &[Capability::ComputeDerivativeGroupLinearKHR as u32]);
                words::push(all, Op::Extension, &words::text("SPV_KHR_compute_shader_derivatives"));
            }
        }
        if !done.imports && !matches!(op, Op::Capability | Op::Extension | Op::ExtInstImport) {
            done.imports = true;
            if let Some(glsl) = new.glsl {
                words::push(all, Op::ExtInstImport, &[&[glsl][..], &words::text("GLSL.std.450")].concat());
            }
        }
        let class = isa::class(op);
        let is_behind_names = class == Class::Annotation || op == Op::ModuleProcessed || is_declaration(class);
        if !done.names && is_behind_names {
            done.names = true;
            all.extend(&new.names);
        }
        if !done.decorations && is_declaration(class) {
            done.decorations = true;
            all.extend(&new.decorations);
        }
    }

    /// The storage class of what has this one in the stage. Workgroups share what they write.
    fn class(&self, class: u32) -> u32 {
        let is = |own: StorageClass| class == own as u32;
        match () {
            () if is(StorageClass::Output) && self.stage.is_group() => StorageClass::Workgroup as u32,
            () if is(StorageClass::TaskPayloadWorkgroupEXT) => StorageClass::Workgroup as u32,
            () if is(StorageClass::Input) || is(StorageClass::Output) => StorageClass::Private as u32,
            () => class,
        }
    }

    /// Writes the entry point of the kernel, and its modes.
    fn entry(&self, all: &mut Vec<u32>, new: &New) {
        let globals = &self.index.insts[..self.index.globals];
        let is_listed = |inst: &&Inst| {
            let lists_all = self.words[1] >= LISTS_ALL;
            lists_all && matches!(inst.op, Op::Variable | Op::UntypedVariableKHR)
        };
        let variables = globals.iter().filter(is_listed).map(Access::result_id);
        let own = if self.words[1] >= LISTS_ALL { &new.variables } else { &new.inputs };
        let mut operands = vec![ExecutionModel::GLCompute as u32, new.entry];
        operands.extend(words::text(self.point.text(2)));
        operands.extend(variables.chain(own.iter().copied()));
        words::push(all, Op::EntryPoint, &operands);
        let mut mode = |mode: ExecutionMode, operands: &[u32]| {
            words::push(all, Op::ExecutionMode, &[&[new.entry, mode as u32], operands].concat());
        };
        mode(ExecutionMode::LocalSize, &new.threads);
        if self.stage == Stage::Pixel {
            mode(ExecutionMode::DerivativeGroupLinearKHR, &[]);
        }
        if self.options.exact && !self.has_mode(ExecutionMode::ContractionOff) {
            mode(ExecutionMode::ContractionOff, &[]);
        }
        for inst in self.modes().filter(|inst| is_of_numbers(inst.value(1))) {
            let start = all.len();
            let raw = &self.words[inst.offset as usize..];
            all.extend_from_slice(&raw[..(raw[0] >> 16) as usize]);
            all[start + 1] = new.entry;
        }
    }

    /// Returns whether a variable is one that stages pass on.
    fn is_passed(&self, id: u32) -> bool {
        let classes = [StorageClass::Input, StorageClass::Output, StorageClass::TaskPayloadWorkgroupEXT];
        let classes = classes.map(|class| class as u32);
        self.index.def(id).is_some_and(|def| def.op == Op::Variable && classes.contains(&def.value(0)))
    }

    fn writes_memory(&self, inst: &Inst) -> bool {
        match isa::effects(inst.op).writes {
            isa::Memory::Through(at) => visibility::is_seen(self.index, inst.id(usize::from(at))),
            isa::Memory::Nothing | isa::Memory::Anything => false,
        }
    }
}

/// Names of the built-in outputs that have none.
fn shared_names(found: &Found) -> Vec<u32> {
    let mut names = Vec::new();
    for variable in &found.variables {
        let row = match variable.kind {
            VariableKind::Vertices(row) | VariableKind::Output(row) => found.outputs.get(row as usize),
            VariableKind::Primitives(row) => found.primitive.get(row as usize),
            VariableKind::Input(_)
            | VariableKind::Payload(_)
            | VariableKind::Machine(_)
            | VariableKind::Helper
            | VariableKind::Global => None,
        };
        if let Some((Place::Builtin(builtin, _), "")) = row.map(|row| (row.place, &*row.name)) {
            words::push(&mut names, Op::Name, &[&[variable.id][..], &words::text(&format!("{builtin:?}"))].concat());
        }
    }
    names
}

/// What the kernel has and the stage has not.
struct New {
    /// The size of a workgroup.
    threads: [u32; 3],
    /// True if it computes in double precision.
    is_wide: bool,
    /// The import of the functions of GLSL.
    glsl: Option<u32>,
    /// The function of the entry point.
    entry: u32,
    /// The ids of all new variables.
    variables: Vec<u32>,
    /// The ids of the new variables of the storage class Input.
    inputs: Vec<u32>,
    /// Names of what groups share, for messages.
    names: Vec<u32>,
    decorations: Vec<u32>,
}

/// The sections that have what is new in them.
#[derive(Default)]
struct Sections {
    capabilities: bool,
    imports: bool,
    names: bool,
    decorations: bool,
}

/// Returns whether an instruction follows all decorations.
fn is_declaration(class: Class) -> bool {
    matches!(class, Class::Type(_) | Class::Constant(_) | Class::Variable | Class::Undef)
}

/// Returns whether a decoration is about the interface between stages.
fn is_of_interface(decoration: u32) -> bool {
    let decorations = [
        Decoration::BuiltIn,
        Decoration::Location,
        Decoration::Component,
        Decoration::Index,
        Decoration::Flat,
        Decoration::NoPerspective,
        Decoration::Centroid,
        Decoration::Sample,
        Decoration::Patch,
        Decoration::PerPrimitiveEXT,
        Decoration::Stream,
        Decoration::XfbBuffer,
        Decoration::XfbStride,
        Decoration::Invariant,
        Decoration::PerVertexKHR,
    ];
    decorations.iter().any(|one| *one as u32 == decoration)
}

/// Returns whether a capability is that of critical sections.
fn is_of_sections(capability: u32) -> bool {
    let capabilities = [
        Capability::FragmentShaderPixelInterlockEXT,
        Capability::FragmentShaderSampleInterlockEXT,
        Capability::FragmentShaderShadingRateInterlockEXT,
    ];
    capabilities.iter().any(|one| *one as u32 == capability)
}

/// Returns whether an execution mode is about numbers or the order of invocations, which kernels have as well.
fn is_of_numbers(mode: u32) -> bool {
    let modes = [
        ExecutionMode::DenormPreserve,
        ExecutionMode::DenormFlushToZero,
        ExecutionMode::SignedZeroInfNanPreserve,
        ExecutionMode::RoundingModeRTE,
        ExecutionMode::RoundingModeRTZ,
        ExecutionMode::ContractionOff,
        ExecutionMode::FPFastMathDefault,
        ExecutionMode::MaximallyReconvergesKHR,
        ExecutionMode::SubgroupUniformControlFlowKHR,
    ];
    modes.iter().any(|one| *one as u32 == mode)
}
