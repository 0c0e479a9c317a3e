//! From the typed representation (HIR) to the words of a SPIR-V module.
//!
//! [`emit`] is the only door. The [`emitter`] walks the HIR and says what it wants in terms of types, constants, blocks
//! and instructions to the [`builder`], which knows how all that becomes words.
//!
//! This crate knows no tokens, no syntax tree and no options of the command line.
#![warn(clippy::wildcard_enum_match_arm)]

mod builder;
mod diagnostics;
mod emitter;
mod options;
mod origin;
mod output;

pub use diagnostics::ROWS;
pub use options::{Call, DebugInfo, DebugLevel, DebugSet, DenormMode, Options};
pub use origin::{Early, Spelled};
pub use output::Output;

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
