//! Kernels that find out whether a checked run may have findings: words of a compute shader in, words out.
//!
//! A *screened* kernel computes what its shader computes, and sets a word of a buffer where a check of the interpreter
//! could report something: an index that is out of bounds, a divisor of zero, NaN that is stored, an access to memory that
//! another thread accesses and no barrier orders. It may set that word where the interpreter reports nothing, and never
//! leaves it alone where the interpreter reports something. A run that leaves it alone has no findings; any other is run
//! again by the interpreter, which says what there is to say. Code that is compiled is hundreds of times faster than the
//! interpreter, and most runs have no findings.
//!
//! What is not known here is refused, and the interpreter runs the shader: an instruction without a row in
//! [`Screen::instruction`], for example, or a barrier that some threads may not reach.
//!
//! # Accesses without an order
//!
//! Each word of memory that the shader writes has words of notes (`screening/memory.rs`): who wrote last, who read, whether
//! there were atomic operations. A note is a number that names a workgroup, a *phase* of it, between two barriers, and a
//! thread. Workgroups run one after the other on one thread, and phases count up, so that a note is
//! ordered before an access if it lies between the start of the workgroup and that of the phase. The lanes of a vector
//! execute an instruction together: two that write to one word see no note of each other, but only one of them finds its
//! own note there afterwards.
//!
//! The words must be those of a module whose calls are inlined and whose variables are values as far as possible: an
//! uninitialized value is `OpUndef` then, and is tested where it is used (`screening/undefined.rs`). Variables that remain have
//! a truth for each part (`screening/locals.rs`).

mod locals;
mod memory;
mod numbers;
mod texels;
mod undefined;
mod uniform;
mod ways;
mod writer;

use crate::code::Code;
use crate::error::{Result, unsupported};
use crate::layout::Layouts;
use crate::lines;
use crate::words;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, ExtSet, Inst};
use dialect::spirv::index::Index;
use memory::{Class, Frame, Notes, Way};
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Capability, ExecutionModel, MemorySemantics, Op, Scope};
use std::ops::Range;
use undefined::Undefined;
use uniform::Blocks;
use writer::{Own, Writer};

/// The descriptor set of the buffers that a screened kernel needs beside those of its shader.
pub const SET: u32 = crate::ROWS_SET - 1;

/// The binding of the buffer in which it reports.
pub const REPORT: u32 = 0;

/// The words of [`REPORT`]. The host sets those from [`Word::Columns`] on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// 1 if there may be findings.
    Found,
    /// 1 if an atomic operation ran.
    Atomic,
    /// What threads write that have nothing to report.
    Unused,
    /// The number of workgroups along x.
    Columns,
    /// The number of workgroups along x and y.
    Layer,
    /// The numbers of a workgroup: [`Screened::numbers`] for each of its phases.
    Numbers,
    /// The numbers before its last phase.
    Last,
}

/// The number of words of [`REPORT`].
pub const WORDS: usize = 7;

/// The words of the header of a module.
const HEADER: usize = 5;

/// From this version on entry points list all variables.
const LISTS_ALL: u32 = 0x0001_0400;

/// The most rounds in which facts about values are found.
const MOST_ROUNDS: u32 = 64;

/// Repeats a round of an analysis while it changes something. Returns whether it has reached a fixed point.
fn settles(mut round: impl FnMut() -> bool) -> bool {
    (0..MOST_ROUNDS).any(|_| !round())
}

/// The size of a buffer of notes: a word for each unit of memory, and one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The units of a buffer.
    Buffer {
        /// Its descriptor set.
        set: u32,
        /// Its binding.
        binding: u32,
        /// The bytes of a unit.
        unit: u32,
    },
    /// The texels of an image.
    Image {
        /// Its descriptor set.
        set: u32,
        /// Its binding.
        binding: u32,
    },
    /// The given number of units of memory of the workgroup.
    Words(u64),
}

/// A buffer of notes, of zeros at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shadow {
    /// Its binding in [`SET`].
    pub binding: u32,
    /// Its size.
    pub extent: Extent,
}

/// A screened kernel.
#[derive(Clone, Debug)]
pub struct Screened {
    /// The words of its module.
    pub words: Vec<u32>,
    /// Its buffers of notes.
    pub shadows: Vec<Shadow>,
    /// The numbers of a phase of a workgroup, each of which is a thread, or several of them.
    pub numbers: u32,
    /// True if it has barriers, so that workgroups may have more than one phase.
    pub has_phases: bool,
}

/// A part of the module that is not screened.
fn refuse<T>(at: &Inst, why: &str) -> Result<T> {
    unsupported(at, format!("a screened {:?}", at.op), why)
}

/// Makes the screened kernel of a compute entry point whose workgroups have the given number of threads.
///
/// # Errors
/// When the words are not a module; inside, when the interpreter must run it.
pub fn convert(words: &[u32], entry: &str, threads: u32) -> dialect::diagnostics::Result<Result<Screened>> {
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    Ok(converted(words, &index, entry, threads))
}

fn converted(words: &[u32], index: &Index<'_>, entry: &str, threads: u32) -> Result<Screened> {
    let globals = &index.insts[..index.globals];
    let is_it = |inst: &&Inst| {
        inst.op == Op::EntryPoint && inst.value(0) == ExecutionModel::GLCompute as u32 && inst.text(2) == entry
    };
    let Some(point) = globals.iter().find(is_it) else {
        return Err(abi::LowerError::Invalid(format!("there is no compute entry point '{entry}'")));
    };
    check_globals(globals)?;
    let Some(start) = index.position(point.id(1)) else { return refuse(point, "its function is missing") };
    let Some(length) = index.insts[start..].iter().position(|inst| inst.op == Op::FunctionEnd) else {
        return refuse(point, "its function has no end");
    };
    let body = start + 1..start + length;
    let blocks = Blocks::new(index, body.clone())?;
    let undefined = undefined::find(index, body.clone())?;
    uniform::check_barriers(index, &blocks)?;
    let uses = memory::uses(index, body.clone())?;
    let code = Code::new(index, words, 1);
    let mut writer = Writer { code, own: Own::default() };
    let glsl = lines::glsl(index);
    writer.own.glsl = glsl.unwrap_or_else(|| writer.code.fresh());
    let mut shadows = Vec::new();
    let notes = memory::declare(&mut writer, &uses, &mut shadows)?;
    let report = writer.buffer(REPORT);
    for variable in globals.iter().filter(|inst| inst.op == Op::Variable) {
        let builtin = index.decoration(variable.result_id(), spirv::Decoration::BuiltIn);
        if let Some(builtin) = builtin.and_then(|one| BuiltIn::from_u32(one.number(0))) {
            writer.code.keep_machine(builtin, variable.result_id());
        }
    }
    let may_be_nan = globals.iter().any(|inst| inst.op == Op::TypeFloat);
    let (frame, marks) = (Frame::default(), FxHashMap::default());
    let mut screen =
        Screen { writer, blocks, notes, marks, undefined, frame, report, threads, may_be_nan, has_begun: false };
    screen.undefined.begin(&mut screen.writer);
    screen.functions(start, body.clone())?;
    let has_phases = index.insts[body].iter().any(|inst| inst.op == Op::ControlBarrier);
    let words = screen.assemble(point, glsl.is_some());
    Ok(Screened { words, shadows, numbers: threads + 2, has_phases })
}

/// Refuses modules with what the notes and tests do not know.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn check_globals(globals: &[Inst]) -> Result<()> {
    let aliased = [
        Capability::WorkgroupMemoryExplicitLayoutKHR,
        Capability::VulkanMemoryModel,
        Capability::PhysicalStorageBufferAddresses,
        Capability::Kernel,
    ];
    for inst in globals {
        let is_known = match inst.op {
            Op::Capability => !aliased.iter().any(|one| *one as u32 == inst.value(0)),
            Op::TypeFloat => inst.operands.len() == 1 && inst.literal(0) != 16,
            _ => true,
        };
        if !is_known {
            return refuse(inst, "its rules are left to the interpreter");
        }
    }
    Ok(())
}

/// A kernel as far as it is screened.
struct Screen<'m> {
    writer: Writer<'m>,
    blocks: Blocks,
    notes: FxHashMap<u32, Notes>,
    marks: FxHashMap<u32, locals::Marks>,
    undefined: Undefined,
    frame: Frame,
    /// The buffer in which it reports.
    report: u32,
    threads: u32,
    /// True if there are floating-point numbers.
    may_be_nan: bool,
    /// True if the values of the whole run are there.
    has_begun: bool,
}

impl Screen<'_> {
    /// Writes all functions, of which one is screened.
    fn functions(&mut self, start: usize, body: Range<usize>) -> Result<()> {
        let index = self.writer.code.index;
        let reached = self.blocks.is_reached();
        let dead = self.blocks.ranges.iter().zip(&reached).filter(|(_, is_reached)| !**is_reached);
        let mut is_dead = vec![false; index.insts.len()];
        dead.for_each(|(range, _)| is_dead[range.clone()].fill(true));
        for (at, inst) in index.insts.iter().enumerate().skip(index.globals) {
            if at <= start || !body.contains(&at) {
                self.copy(inst);
                continue;
            }
            if is_dead[at] {
                self.copy(inst);
                self.undefined.pass(&mut self.writer, inst);
                continue;
            }
            if !self.has_begun && inst.op == Op::Label {
                self.copy(inst);
                self.declare(body.clone())?;
                continue;
            }
            let is_declaration = matches!(inst.op, Op::Variable | Op::Line | Op::NoLine | Op::Label);
            if !self.has_begun && !is_declaration {
                self.begin();
            }
            self.uses(inst, &index.insts[at - 1..=at + 1]);
            self.instruction(inst)?;
            self.undefined.pass(&mut self.writer, inst);
        }
        Ok(())
    }

    /// Tests that what an instruction uses has values. Nothing may come between a merge instruction and its branch: what the
    /// branch uses is tested before both.
    fn uses(&mut self, inst: &Inst, around: &[Inst]) {
        let is_merge = |inst: &Inst| matches!(inst.op, Op::SelectionMerge | Op::LoopMerge);
        let [before, _, next] = around else { return };
        if is_merge(inst) {
            self.undefined.test(&mut self.writer, next);
        } else if !is_merge(before) && !self.undefined.passes(inst, self.writer.code.index) {
            self.undefined.test(&mut self.writer, inst);
        }
    }

    fn copy(&mut self, inst: &Inst) {
        let raw = self.writer.code.raw(inst);
        self.writer.code.out.extend_from_slice(raw);
    }

    /// Declares the variables of the kernel, at the start of its first block.
    fn declare(&mut self, body: Range<usize>) -> Result<()> {
        let mut out = Vec::new();
        let writer = &mut self.writer;
        let (bool, uint, no) = (writer.code.bool(), writer.code.uint(), writer.code.truth(false));
        writer.own.found = writer.local(&mut out, bool, Some(no));
        writer.own.atomic = writer.local(&mut out, bool, Some(no));
        self.frame.starts = [(); 3].map(|()| writer.local(&mut out, uint, None));
        self.marks = locals::declare(writer, body, &mut out)?;
        writer.code.out.extend(out);
        Ok(())
    }

    /// Writes what a thread computes first: its numbers.
    fn begin(&mut self) {
        self.has_begun = true;
        let [columns, layer, numbers] = [Word::Columns, Word::Layer, Word::Numbers].map(|word| self.reported(word));
        let writer = &mut self.writer;
        let uint = writer.code.uint();
        let triple = writer.code.vector(uint, 3);
        let group = writer.code.machine(BuiltIn::WorkgroupId, triple);
        let [x, y, z] = [0, 1, 2].map(|at| writer.code.value(Op::CompositeExtract, uint, &[group, at]));
        let (row, layer) = (writer.uint(Op::IMul, y, columns), writer.uint(Op::IMul, z, layer));
        let number = writer.uint(Op::IAdd, x, row);
        let number = writer.uint(Op::IAdd, number, layer);
        self.frame.first = writer.uint(Op::IMul, number, numbers);
        let local = writer.code.machine(BuiltIn::LocalInvocationIndex, uint);
        self.frame.own = writer.code.plus(local, 1);
        self.frame.phase = writer.code.number(self.threads + 1);
        self.frame.starts.iter().for_each(|start| writer.code.store(*start, self.frame.first));
    }

    /// A word that the host has set.
    fn reported(&mut self, word: Word) -> u32 {
        let at = self.writer.code.number(word as u32);
        let pointer = self.writer.code.word(self.report, at);
        self.writer.code.get(pointer)
    }

    /// Writes what a thread does last: it reports.
    fn end(&mut self) {
        let writer = &mut self.writer;
        let (bool, yes) = (writer.code.bool(), writer.code.number(1));
        for (variable, word) in [(writer.own.found, Word::Found), (writer.own.atomic, Word::Atomic)] {
            let is_it = writer.code.load(bool, variable);
            let [word, unused] = [word, Word::Unused].map(|word| writer.code.number(word as u32));
            let at = writer.select(is_it, word, unused);
            let pointer = writer.code.word(self.report, at);
            writer.code.store(pointer, yes);
        }
    }

    /// Writes an instruction of the kernel, with its tests.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what has no row is refused")]
    fn instruction(&mut self, inst: &Inst) -> Result<()> {
        use Op::*;
        match inst.op {
            Nop | Line | NoLine | Label | Phi | SelectionMerge | LoopMerge | Branch | BranchConditional | Switch
            | Undef | Variable => {}
            SNegate | IAdd | ISub | IMul | Not | BitwiseOr | BitwiseXor | BitwiseAnd | BitReverse | BitCount
            | IAddCarry | ISubBorrow | UMulExtended | SMulExtended | UConvert | SConvert | Bitcast | ConvertUToF
            | ConvertSToF | FConvert => {}
            FNegate | FAdd | FSub | FMul | FDiv | FRem | FMod | VectorTimesScalar | MatrixTimesScalar
            | VectorTimesMatrix | MatrixTimesVector | MatrixTimesMatrix | OuterProduct | Dot | Transpose => {}
            LogicalOr | LogicalAnd | LogicalNot | LogicalEqual | LogicalNotEqual | Select | Any | All | IsNan
            | IsInf => {}
            IEqual | INotEqual | UGreaterThan | SGreaterThan | UGreaterThanEqual | SGreaterThanEqual | ULessThan
            | SLessThan | ULessThanEqual | SLessThanEqual => {}
            FOrdEqual
            | FUnordEqual
            | FOrdNotEqual
            | FUnordNotEqual
            | FOrdLessThan
            | FUnordLessThan
            | FOrdGreaterThan
            | FUnordGreaterThan
            | FOrdLessThanEqual
            | FUnordLessThanEqual
            | FOrdGreaterThanEqual
            | FUnordGreaterThanEqual => {}
            CompositeConstruct | CompositeExtract | CompositeInsert | VectorShuffle | CopyObject | CopyLogical
            | ArrayLength => {}
            SampledImage
            | Image
            | ImageSampleExplicitLod
            | ImageSampleDrefExplicitLod
            | ImageSampleProjExplicitLod
            | ImageSampleProjDrefExplicitLod
            | ImageGather
            | ImageDrefGather
            | ImageQuerySizeLod
            | ImageQuerySize
            | ImageQueryLevels
            | ImageQuerySamples => {}
            GroupNonUniformElect
            | GroupNonUniformAll
            | GroupNonUniformAny
            | GroupNonUniformAllEqual
            | GroupNonUniformBallot
            | GroupNonUniformInverseBallot
            | GroupNonUniformBallotBitExtract
            | GroupNonUniformBallotBitCount
            | GroupNonUniformBallotFindLSB
            | GroupNonUniformBallotFindMSB
            | GroupNonUniformBroadcastFirst
            | GroupNonUniformIAdd
            | GroupNonUniformFAdd
            | GroupNonUniformIMul
            | GroupNonUniformFMul
            | GroupNonUniformSMin
            | GroupNonUniformUMin
            | GroupNonUniformFMin
            | GroupNonUniformSMax
            | GroupNonUniformUMax
            | GroupNonUniformFMax
            | GroupNonUniformBitwiseAnd
            | GroupNonUniformBitwiseOr
            | GroupNonUniformBitwiseXor => {}
            MemoryBarrier => {}
            UDiv | UMod => self.writer.divisor(inst, false)?,
            SDiv | SRem | SMod => self.writer.divisor(inst, true)?,
            ShiftRightLogical | ShiftRightArithmetic | ShiftLeftLogical => self.writer.amount(inst)?,
            ConvertFToU => self.writer.converted(inst, false)?,
            ConvertFToS => self.writer.converted(inst, true)?,
            VectorExtractDynamic => self.writer.component(inst, 1)?,
            VectorInsertDynamic => self.writer.component(inst, 2)?,
            BitFieldSExtract | BitFieldUExtract => self.writer.field(inst, 1)?,
            BitFieldInsert => self.writer.field(inst, 2)?,
            ExtInst => return self.extended(inst),
            AccessChain | InBoundsAccessChain => {
                // The chain is there before its indices are tested, so that all tests know its target.
                self.copy(inst);
                return self.writer.indices(inst);
            }
            Load | Store => self.access(inst)?,
            op if isa::class(op) == isa::Class::Atomic => self.access(inst)?,
            ImageFetch | ImageRead | ImageWrite => self.texel(inst)?,
            ControlBarrier => return self.barrier(inst),
            Return => self.end(),
            _ => return refuse(inst, "an instruction has no test"),
        }
        self.copy(inst);
        Ok(())
    }

    fn extended(&mut self, inst: &Inst) -> Result<()> {
        match lines::set_of(self.writer.code.index, inst.id(0)) {
            Some(ExtSet::Gl) => self.writer.function(inst)?,
            Some(ExtSet::DebugInfo) => return Ok(()),
            Some(ExtSet::NonSemantic) if !self.prints(inst) => return Ok(()),
            Some(ExtSet::NonSemantic | ExtSet::Cl | ExtSet::Vendor(_)) | None => {
                return refuse(inst, "a function has no test");
            }
        }
        self.copy(inst);
        Ok(())
    }

    /// Returns whether an instruction is of the set that prints.
    fn prints(&self, inst: &Inst) -> bool {
        self.writer.code.index.def(inst.id(0)).is_none_or(|set| set.text(0) == "NonSemantic.DebugPrintf")
    }

    /// Tests a load, a store or an atomic operation.
    fn access(&mut self, inst: &Inst) -> Result<()> {
        use spirv::StorageClass as Storage;
        let index = self.writer.code.index;
        let Some(way) = memory::way_of(inst.op) else { return refuse(inst, "it accesses no memory") };
        let Some(variable) = (Layouts { index }).variable(inst.id(0)) else {
            return refuse(inst, "its pointer leads to what is not known");
        };
        let class = Storage::from_u32(variable.value(0));
        match class {
            Some(Storage::Function) if way != Way::Atomic => self.writer.local_access(inst, &self.marks),
            Some(Storage::Input | Storage::PushConstant | Storage::UniformConstant) if way == Way::Read => {
                match is_whole_or_known(index, inst) {
                    true => Ok(()),
                    false => refuse(inst, "it chooses one of several resources"),
                }
            }
            Some(Storage::Uniform | Storage::StorageBuffer | Storage::Workgroup) => self.shared(inst, way),
            _ => refuse(inst, "it accesses memory of another kind"),
        }
    }

    fn shared(&mut self, inst: &Inst, way: Way) -> Result<()> {
        if self.may_be_nan && way == Way::Write {
            self.writer.stored(inst, inst.id(1))?;
        }
        if way == Way::Atomic {
            let yes = self.writer.code.truth(true);
            self.writer.code.store(self.writer.own.atomic, yes);
        }
        self.writer.access(inst, way, &self.notes, &self.frame)
    }

    /// Writes a barrier: a new phase begins for the memory that it is for.
    fn barrier(&mut self, inst: &Inst) -> Result<()> {
        self.copy(inst);
        let index = self.writer.code.index;
        let constant = |at: usize| Layouts { index }.constant(inst.id(at));
        let (Some(execution), Some(scope), Some(semantics)) = (constant(0), constant(1), constant(2)) else {
            return refuse(inst, "its scope is not a constant");
        };
        let semantics = MemorySemantics::from_bits_truncate(semantics);
        let is_wide = |scope: u32| [Scope::Workgroup, Scope::Device].iter().any(|one| *one as u32 == scope);
        let orders = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::SEQUENTIALLY_CONSISTENT;
        if execution != Scope::Workgroup as u32 || !is_wide(scope) || !semantics.intersects(orders) {
            return Ok(());
        }
        let classes = [
            (Class::Group, MemorySemantics::WORKGROUP_MEMORY),
            (Class::Buffer, MemorySemantics::UNIFORM_MEMORY),
            (Class::Image, MemorySemantics::IMAGE_MEMORY),
        ];
        let ordered = classes.into_iter().filter(|(_, memory)| semantics.contains(*memory));
        ordered.for_each(|(class, _)| self.next_phase(class));
        Ok(())
    }

    /// Begins the next phase of a kind of memory.
    fn next_phase(&mut self, class: Class) {
        let last = self.reported(Word::Last);
        let writer = &mut self.writer;
        let variable = self.frame.starts[class as usize];
        let start = writer.code.get(variable);
        let since = writer.uint(Op::ISub, start, self.frame.first);
        // There are no more numbers.
        let is_last = writer.truth(Op::UGreaterThanEqual, since, last);
        writer.report(is_last);
        let next = writer.code.plus(start, self.threads + 2);
        writer.code.store(variable, next);
    }

    /// The module.
    fn assemble(self, point: &Inst, has_glsl: bool) -> Vec<u32> {
        let Writer { code, own } = self.writer;
        let mut all = code.words[..HEADER].to_vec();
        all[3] = code.ids.bound();
        let (mut has_capability, mut is_imported, mut is_decorated) = (false, has_glsl, false);
        for inst in &code.index.insts[..code.index.globals] {
            if !has_capability && inst.op != Op::Capability {
                has_capability = true;
                words::push(&mut all, Op::Capability, &[Capability::ImageQuery as u32]);
            }
            if !is_imported && !matches!(inst.op, Op::Capability | Op::Extension) {
                is_imported = true;
                words::push(&mut all, Op::ExtInstImport, &[&[own.glsl][..], &words::text("GLSL.std.450")].concat());
            }
            let class = isa::class(inst.op);
            let declares = matches!(class, isa::Class::Type(_) | isa::Class::Constant(_) | isa::Class::Variable);
            if !is_decorated && declares {
                is_decorated = true;
                all.extend(&code.decorations);
            }
            let start = all.len();
            all.extend_from_slice(code.raw(inst));
            if inst.offset == point.offset && code.words[1] >= LISTS_ALL {
                all.extend(&code.variables);
                all[start] = lines::head(Op::EntryPoint, all.len() - start);
            }
        }
        all.extend(&code.types.added);
        all.extend(&code.out);
        all
    }
}

/// Returns whether a load takes all of a variable, or a part that is in memory: no element of an array of resources.
fn is_whole_or_known(index: &Index<'_>, inst: &Inst) -> bool {
    index.def(inst.id(0)).is_some_and(|pointer| pointer.op == Op::Variable)
        || (Layouts { index }).target(inst.id(0)).is_some()
}
