//! From the typed representation (HIR) to the words of a SPIR-V module.
//!
//! [`emit`] is the door of the compiler. The [`emitter`] walks the HIR and says what it wants in terms of types, constants, blocks
//! and instructions to the [`builder`], which knows how all that becomes words.
//!
//! [`ModuleBuilder`] is the door of programs that build modules without HLSL: it checks each call, and drives the same
//! builder. Words go to a [`WordConsumer`] in the end; [`InstBuilder`] alone knows their encoding, [`SpirvContext`] owns
//! ids, types and constants.
//!
//! This crate knows no tokens, no syntax tree and no options of the command line.
//!
//! # Modules
//!
//! `codegen/src/builder.rs` is the module builder: result ids, uniqued types and constants, decorations, the instructions of
//! the current function, and their requirements on the target. Of the language it knows the shapes of numbers and nothing else.
//! `codegen/src/checked.rs` is what other programs call: the checks around the builder.
//! `codegen/src/emitter.rs` is the walk over the HIR, which drives the builder (`self.spv`): `values/`, `places/`,
//! `resources/`, `stages/`, `intrinsics/` and `debug/` beside functions, statements, expressions and types. The state is
//! in `state/`, which imports none of these parts: the `Emitter`, and a struct for each of them.
//!
//! Accesses are first emitted for GLSL's memory model. Whether a module has Vulkan's is known when all functions are finished;
//! `builder/memory_model.rs` then moves the qualifiers of variables and members to each access.
//!
//! # Debug information
//!
//! `codegen/src/emitter/debug/` builds a graph (`emitter/state/debug/`) while the program is emitted: sources, functions,
//! blocks, types, variables. The graph is written at the end in topological order; only then numbers become literals (`OpenCL.DebugInfo.100`) or constants
//! (`NonSemantic.Shader.DebugInfo.100`). In functions, each instruction has a location: its span and its scope. `state/debug/lines.rs`
//! turns changes of the location into `DebugScope` and `DebugLine` or `OpLine` when the function is written. Lines name a
//! position, ranges their first and last token; where the two differ, the emitter names both (`Emitter::either`).
//!
//! Debug information must not block passes: variables that hold resources are not described, and modules before passes have no
//! forward references. `driver/library/src/pipeline/spirv_tools/debug_info.rs` repairs what passes leave invalid.
#![warn(clippy::wildcard_enum_match_arm)]

mod builder;
mod checked;
mod diagnostics;
mod emitter;
mod options;
mod origin;
mod output;

pub use builder::{InstBuilder, SpirvContext, TooLong, WordConsumer, WordCounter, WordHasher, WordWriter};
pub use checked::{BuildError, Function, Id, Member, ModuleBuilder, Operand};
pub use diagnostics::ROWS;
pub use options::{Call, DebugInfo, DebugLevel, DebugSet, DenormMode, Options};
pub use origin::{Early, Spelled};
pub use output::{DEBUGGING_ENABLED, Output};

use base::diag::Sink;
use base::intern::Interner;
use base::source::SourceMap;
use sema::hir;

/// Emits a module. What the target lacks is reported, and then nothing comes back.
///
/// # Panics
/// When the HIR breaks its promises.
pub fn emit(
    module: &hir::Module,
    names: &Interner,
    sources: &SourceMap,
    options: &Options,
    sink: &mut Sink,
) -> Option<Output> {
    emitter::emit(module, names, sources, options, sink)
}
