//! The library behind the package `hlsl2spirv`, which shows it to programs, and behind the command's sub-commands.
//!
//! The modules that are not shown are for the sub-commands. What these print, and their arguments, nothing here knows.
//!
//! # Structure
//!
//! Everything that touches files, the environment or a terminal is here and in the sub-commands; how a stage works inside
//! is not.
//!
//! The optimiser and the validator are this compiler's own. SPIRV-Tools beside them are for passes of spirv-opt that ours do
//! not do, and a second opinion on modules.
//!
//! # Limits
//!
//! A deadline of the runner covers the whole call. Uninterruptible work, LLVM above all, runs on a thread of its own
//! (`cpu/runner/src/deadline.rs`), which is left behind at the deadline; because it has a budget too (the length of the IR, above which
//! LLVM optimises nothing, and above which a kernel is refused), it ends by itself. Memory is allocated within a budget, and a
//! failed allocation is an error (`cpu/runner/src/buffers.rs`). The pool serves one dispatch at a time; another one with a deadline
//! gets a thread of its own, also after a fork, which does not copy threads.
//!
//! Each kind of growth has a budget: text in the preprocessor, instances, members and calls in `sema`
//! (`check/state.rs`, `check/types.rs`, `check/unit/calls.rs`), code in `codegen/src/emitter/budget.rs`, ops in
//! `opt`. A budget is far above what people write, and the error is at the place in the source that exceeds it.
//!
//! All reading is in `driver/library/src/files/reading.rs`, which bounds input, all writing in `driver/library/src/files/staged.rs`,
//! which commits outputs: all of a call's or none. `driver/library/src/files/places.rs` knows which files the command has
//! read and which ones its parts write, under whatever names: no output is one of the former, or twice one of the
//! latter. `tests/src/tidy/disk.rs` forbids `std::fs` elsewhere.

pub mod api;
pub mod diagnostics;
#[cfg(feature = "runner")]
pub mod drawing;
pub mod files;
#[cfg(feature = "runner")]
pub mod graphs;
#[cfg(feature = "runner")]
pub mod jobs;
#[cfg(feature = "runner")]
pub mod kernels;
pub mod options;
pub mod pack;
pub mod pipeline;
pub mod pool;
#[cfg(feature = "runner")]
pub mod rays;
pub mod reflection;
pub mod report;
pub mod tables;

pub use api::build;
pub use api::compile::{Artifact, Compiler, Failure, disassemble, validate};
pub use api::family::Family;
pub use base::diag::Severity;
pub use base::diag::render::{Format, Style};
pub use base::source::Location;
pub use base::target::{TargetEnv, UnknownName};
pub use files::reading::Disk;
pub use frontend::language::{HlslVersion, Profile, Stage};
pub use frontend::preprocess::{Dependencies, IncludeHandler, NoIncludes};
pub use options::settings::{self, Emit, Options};
pub use pipeline::shared::CompilationCache;
pub use pipeline::shared::module_folder::StoredModules;
pub use report::{Message, Note, Report};

/// SPIR-V modules that a program builds itself, without HLSL.
///
/// [`ModuleBuilder`](builder::ModuleBuilder) has types, constants, functions, blocks and instructions. Each call is
/// checked, and says what is wrong: a type of an operand, a block without a terminator, an id of another module. The
/// compiler writes its modules with the same parts: [`SpirvContext`](builder::SpirvContext) owns ids, types and constants,
/// [`InstBuilder`](builder::InstBuilder) encodes an instruction, and a [`WordConsumer`](builder::WordConsumer) takes the
/// words: a vector, a [file](builder::WordWriter), a [count](builder::WordCounter), a [hash](builder::WordHasher).
///
/// ```
/// # extern crate hlsl2spirv_library as hlsl2spirv;
/// use hlsl2spirv::builder::{BuildError, ExecutionMode, ExecutionModel, ModuleBuilder, Op, StorageClass};
/// use hlsl2spirv::TargetEnv;
///
/// let mut module = ModuleBuilder::new(TargetEnv::Vulkan1_3);
/// let (void, uint, float) = (module.void_type(), module.int_type(32, false)?, module.float_type(32)?);
/// let counter = module.global_variable(StorageClass::Private, uint, None)?;
///
/// let main = module.begin_function(void, &[])?;
/// let block = module.label()?;
/// module.begin_block(block)?;
/// let (count, one) = (module.load(counter)?, module.constant_int(uint, 1)?);
/// let next = module.binary(Op::IAdd, count, one)?;
/// module.store(counter, next)?;
/// let mistake = module.inst(Op::FAdd, float, &[count.into(), one.into()]).unwrap_err();
/// assert_eq!(mistake.to_string(), "operand 1 of OpFAdd has type uint32; expected float32");
/// module.return_void()?;
/// module.end_function()?;
///
/// module.entry_point(ExecutionModel::GLCompute, main.id, "main", &[counter])?;
/// module.execution_mode(main.id, ExecutionMode::LocalSize, &[1, 1, 1])?;
/// let mut words = Vec::new();
/// module.finish(&mut words)?;
/// assert_eq!(hlsl2spirv::validate(&words, TargetEnv::Vulkan1_3), Ok(()));
/// # Ok::<(), BuildError>(())
/// ```
pub mod builder {
    /// The names of the specification.
    pub use ::spirv;
    pub use ::spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, GlslStd450Op, Op, StorageClass, Word};
    pub use codegen::{
        BuildError, Function, Id, InstBuilder, Member, ModuleBuilder, Operand, SpirvContext, TooLong, WordConsumer,
        WordCounter, WordHasher, WordWriter,
    };
}

/// Kernels of OpenCL made of shaders, with their arguments.
pub mod opencl {
    pub use ::kernel::{Argument, ArgumentKind, Kernel};
    pub use spirv::{AccessQualifier, Dim};
}

/// Compute shaders on the CPU: modules, bindings, dispatches.
///
/// A [`Module`](run::Module) is made of the words of a [`Compiler`]'s artifact, or of any other SPIR-V module. It needs
/// LLVM 19 to 22 as a library at run time, of which the Rust toolchain's own copy will do. Structs that are `#[repr(C)]`
/// and implement [`Pod`](run::Pod) are bound as they are.
#[cfg(feature = "runner")]
pub mod run {
    pub use crate::jobs::{JobsFailed, PictureTolerance, assert_picture, jobs, read_image};
    pub use abi::SpecConstant;
    pub use abi::{LowerError, Place as LowerPlace};
    pub use check::coverage::{Coverage, FileCoverage, Line as LineCoverage, Way};
    pub use check::orders::{Access as OrderedAccess, AccessKind as OrderedAccessKind};
    pub use check::{
        Check, Checks, Finding, Level, Orders, Place as FindingPlace, Report, Rules, Schedule, Trial, Verdict,
    };
    pub use dialect::diagnostics::{Code as ModuleErrorCode, Error as ModuleError, Place as ModulePlace};
    pub use interp::Refused;
    pub use runner::buffers::{Bytes, Pod, Zeroable};
    pub use runner::image::{Address, Channels, Class, Compare, Dim, Encoding, Filter, Texel};
    pub use runner::jit::{Effort, JitError};
    pub use runner::printed::Line;
    /// The rows of a stage, by what they mean.
    pub mod rows {
        pub use runner::stages::rows::{
            At, Domain, EMITTED, Feedback, Interface, Interpolation, KEPT, Kind, MESHED, Modes, Place, RUNS, Row,
            Sampling, Shape, Spacing, Stage, Tessellation,
        };
        pub use spirv::BuiltIn;
    }

    /// The fixed functions between the stages of a draw.
    pub mod fixed {
        pub use raster::*;
    }

    pub use runner::stages::{
        Canvas, Captured, Draw, DrawNumbers, Fault, FaultKind, Fetch, Groups, Indirect, Invocation, Invocations,
        Pipeline, Rows, Run, STREAMS, Screen, Shade, Shaded, Stage, Stages, Stop, StreamBuffer, StreamCount, StreamOut,
        Transform, Transformed, Work, row_of, shade, transform,
    };
    pub use runner::stages::{
        EntryRecords, GraphLimits, GraphNote, GraphNoteKind, GraphResources, GraphRun, NodeGrid, NodeLaunch,
        NodeOutput, NodeRecords, WorkGraph, WorkNode, are_passed_on,
    };
    pub use runner::stages::{
        HitGroup, Launch, MOST_RECURSION, Note as RayNote, NoteKind as RayNoteKind, RAY_GROUP, RayPipeline, RayShader,
        RayStage, RecordVariable, ShaderRecord, ShaderTable, link as link_libraries, ray_entry_points,
        starts_in_functions,
    };
    pub use runner::{
        Abort, Access, Binding, BindingKind, Cache, CacheError, Checking, Cpu, Dispatch, Engine, Error, Format, Host,
        Image, KernelInfo, Lanes, LastWrites, Marks, Module, NoCpu, Options, Place, Printed, Progress, Sampler,
        Written,
    };
    pub use trace::{
        Aabb, Bottom, Boxes, Geometry, Instance, InstanceFlags, Invalid as InvalidScene, Micromap, Omm, Opacity, Scene,
        Transform as SceneTransform, Triangles,
    };
}

/// The interface between a module and its host: entry points, resources, layouts, requirements.
///
/// [`Artifact::reflection`] gives it for what was compiled, [`read`](reflect::read) for the words of any SPIR-V module.
pub mod reflect {
    pub use ::reflect::*;
}
