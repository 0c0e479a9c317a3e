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
pub mod execution;
pub mod files;
pub mod options;
pub mod pack;
pub mod pipeline;
pub mod pool;
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

/// The interface between a module and its host: entry points, resources, layouts, requirements.
///
/// [`Artifact::reflection`] gives it for what was compiled, [`read`](reflect::read) for the words of any SPIR-V module.
pub mod reflect {
    pub use ::reflect::*;
}
