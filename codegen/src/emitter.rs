//! The walk over the HIR. Each file owns one part of the language and says which words it becomes; what all of them
//! share is the [`Emitter`].

mod budget;
mod call;
mod debug;
mod expr;
mod function;
mod intrinsics;
mod module;
mod places;
mod reflect;
mod resources;
mod stages;
mod stmt;
mod types;
mod values;

pub(crate) use module::emit;

use self::debug::Debug;
use self::function::{CurrentFunction, Functions};
use self::intrinsics::inline_spirv::SpelledParts;
use self::module::Entry;
use self::places::counter::Counters;
use self::places::globals::Globals;
use self::places::heap::Heaps;
use self::places::lvalue::Chains;
use self::stages::modes::Usage;
use self::stages::node::Nodes;
use self::stages::ray_stage::SharedData;
use self::stages::stage_io::Interface;
use self::types::Types;
use crate::builder::Builder;
use crate::options::Options;
use crate::origin::Legalisation;
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::SourceMap;
use sema::hir::{self, LayoutId};
use spirv::{StorageClass, Word};

/// Representation of a value of some type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Repr {
    /// As functions compute with it, and as it lies in the storage classes `Function`, `Private` and `Workgroup`:
    /// `bool`s are `bool`s and structs have no offsets.
    Value,
    /// As it lies in a buffer.
    Memory(LayoutId),
}

impl Repr {
    /// With a layout or without.
    pub(crate) fn of(layout: Option<LayoutId>) -> Self {
        layout.map_or(Repr::Value, Repr::Memory)
    }

    /// The layout, in memory.
    pub(crate) fn layout(self) -> Option<LayoutId> {
        match self {
            Repr::Value => None,
            Repr::Memory(layout) => Some(layout),
        }
    }
}

/// A variable that holds a local, parameter or global.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// The pointer to it.
    pub(crate) pointer: Word,
    /// Where it lies.
    pub(crate) storage: StorageClass,
    /// Representation of the value in it; for buffers with elements or content, of those.
    pub(crate) repr: Repr,
}

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
    functions: Functions,
    /// The variables of the module.
    globals: Globals,
    /// The descriptor heaps of the module.
    heaps: Heaps,
    /// The types of the module.
    types: Types,
    /// The inline SPIR-V of the source.
    spelled: SpelledParts,
    /// The counters of buffers.
    counters: Counters,
    /// Memory for access chains.
    chains: Chains,
    /// Payloads, attributes and arguments of ray tracing.
    shared_data: SharedData,
    /// The arrays of records of work graphs.
    nodes: Nodes,
    /// The entry points that have been begun.
    entries: Vec<Entry<'a>>,
    /// Execution modes and builtins that instructions need in the entry points that reach them.
    usage: Usage,
    /// The debug information.
    debug: Debug,
    /// The legalisation that the module still needs.
    pub(crate) legalisation: Legalisation,
}

impl<'a> Emitter<'a> {
    /// The stage variables of the entry point that is being emitted.
    ///
    /// # Panics
    /// In a function that no entry point reaches.
    fn interface(&mut self) -> &mut Interface {
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
        text.rsplit("::").next().unwrap_or(text)
    }
}
