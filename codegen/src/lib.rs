//! From the typed representation (HIR) to the words of a SPIR-V module.
//!
//! [`emit`] is the only door. The [`emitter`] walks the HIR and says what it wants in terms of types, constants, blocks
//! and instructions to the [`builder`], which knows how all that becomes words.
//!
//! This crate knows no tokens, no syntax tree and no options of the command line.

mod builder;
mod diagnostics;
mod emitter;
mod options;
mod origin;

pub use diagnostics::ROWS;
pub use options::{Call, DebugInfo, DebugLevel, DebugSet, DenormMode, Options};
pub use origin::{Early, Spelled};

use base::diag::Sink;
use base::intern::Interner;
use base::source::{SourceMap, Span};
use sema::hir;

/// A finished module.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its words, header included.
    pub words: Vec<u32>,
    /// True if it is only valid after the passes that legalise HLSL: variables that hold resources, and the like.
    pub needs_legalisation: bool,
    /// Sets and bindings where passes are to make one variable of a texture and a sampler.
    pub combined_samplers: Vec<(u32, u32)>,
    /// The parts that the source itself spells out, which may break any rule.
    pub spelled: Spelled,
    /// Instructions that are only valid if these passes make their operands constant.
    pub early: Early,
    /// A member of a block that lies where the source wants it and Vulkan does not.
    pub misaligned: Option<Span>,
    /// A vector in a struct within a struct, which straddles what Vulkan does not let it.
    pub straddling: Option<hir::Straddling>,
    /// For results of instructions: where they come from, in the order in which they stand in the module.
    pub spans: Vec<(u32, Span)>,
}

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
