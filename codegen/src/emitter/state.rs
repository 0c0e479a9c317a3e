//! State that the parts of the HIR walk share: the [`Emitter`], and its model of the module so far.
//!
//! It owns data and queries of data alone. No part of the walk is known here.

pub(crate) mod debug;
pub(crate) mod functions;
pub(crate) mod inline_spirv;
pub(crate) mod memory;
pub(crate) mod modes;
pub(crate) mod stages;
pub(crate) mod types;
pub(crate) mod variable;

use self::debug::Debug;
use self::functions::{CurrentFunction, Functions};
use self::inline_spirv::SpelledParts;
use self::memory::{Chains, Counters, Globals, Heaps};
use self::modes::Usage;
use self::stages::{Entry, Interface, Nodes, SharedData};
use self::types::Types;
use crate::builder::Builder;
use crate::options::Options;
use crate::origin::Legalisation;
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::SourceMap;
use sema::hir;

/// Everything that the parts of the walk share. What one part alone knows is a struct of that part.
pub(crate) struct Emitter<'a> {
    /// The HIR.
    pub(crate) module: &'a hir::Module,
    /// The text of names.
    pub(crate) names: &'a Interner,
    /// The source text, for debug information.
    pub(crate) sources: &'a SourceMap,
    /// The options of the caller.
    pub(crate) options: &'a Options,
    /// Takes messages.
    pub(crate) sink: &'a mut Sink,
    /// The module so far.
    pub(crate) spv: Builder<'a>,
    /// The function that is being emitted.
    pub(crate) current: CurrentFunction<'a>,
    /// The functions of the module.
    pub(crate) functions: Functions,
    /// The variables of the module.
    pub(crate) globals: Globals,
    /// The descriptor heaps of the module.
    pub(crate) heaps: Heaps,
    /// The types of the module.
    pub(crate) types: Types,
    /// The inline SPIR-V of the source.
    pub(crate) spelled: SpelledParts,
    /// The counters of buffers.
    pub(crate) counters: Counters,
    /// Memory for access chains.
    pub(crate) chains: Chains,
    /// Payloads, attributes and arguments of ray tracing.
    pub(crate) shared_data: SharedData,
    /// The arrays of records of work graphs.
    pub(crate) nodes: Nodes,
    /// The entry points that have been begun.
    pub(crate) entries: Vec<Entry<'a>>,
    /// Execution modes and builtins that instructions need in the entry points that reach them.
    pub(crate) usage: Usage,
    /// The debug information.
    pub(crate) debug: Debug,
    /// The legalisation that the module still needs.
    pub(crate) legalisation: Legalisation,
}

impl<'a> Emitter<'a> {
    /// The stage variables of the entry point that is being emitted.
    ///
    /// # Panics
    /// In a function that no entry point reaches.
    pub(crate) fn interface(&mut self) -> &mut Interface {
        let current = self.current.entry.expect("only entry points have stage variables");
        &mut self.entries[current].interface
    }

    /// The entry point through which the function that is being emitted was reached.
    pub(crate) fn entry(&self) -> Option<&'a hir::EntryPoint> {
        Some(self.entries[self.current.entry?].entry)
    }

    /// The text of a name.
    pub(crate) fn text(&self, symbol: Symbol) -> &'a str {
        self.names.resolve(symbol)
    }

    /// The text of a name without the scopes around it: what types and variables are called in the module.
    pub(crate) fn simple_text(&self, symbol: Symbol) -> &'a str {
        let text = self.text(symbol);
        text.rfind(':').map_or(text, |colon| &text[colon + 1..])
    }
}
