//! The walk over the HIR. Each file owns one part of the language and says which words it becomes; what all of them
//! share is the [`Emitter`].

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
use self::stages::modes::Usage;
use self::stages::stage_io::Interface;
use crate::builder::Builder;
use crate::options::Options;
use base::diag::Sink;
use base::ids::Map;
use base::intern::{Interner, Symbol};
use base::source::SourceMap;
use frontend::language::Stage;
use rustc_hash::{FxHashMap, FxHashSet};
use sema::hir::ty::TypeId;
use sema::hir::{self, FunctionId, GlobalId, LayoutId, LocalId};
use spirv::{BuiltIn, StorageClass, Word};
use std::collections::VecDeque;

/// How a value of some type is represented.
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
    /// How what it holds is represented. For buffers with elements or content: those of them.
    pub(crate) repr: Repr,
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Targets {
    /// The label behind the innermost loop or switch.
    pub(crate) break_to: Word,
    /// The label of the innermost loop's continue block.
    pub(crate) continue_to: Option<Word>,
}

/// Everything that the parts of the walk share.
pub(crate) struct Emitter<'a> {
    /// What is emitted.
    pub(crate) module: &'a hir::Module,
    /// The text of names.
    pub(crate) names: &'a Interner,
    /// The source text, for debug information.
    pub(crate) sources: &'a SourceMap,
    /// What the caller chose.
    pub(crate) options: &'a Options,
    /// Takes messages.
    pub(crate) sink: &'a mut Sink,
    /// Memory for access chains.
    chains: places::lvalue::Chains,
    /// What is said in SPIR-V so far.
    pub(crate) spv: Builder<'a>,
    /// The body of that function.
    pub(crate) body: &'a hir::Body,
    /// The stage of the entry point through which that function was reached.
    pub(crate) stage: Stage,
    /// The variables of that function, by [`LocalId`].
    pub(crate) locals: FxHashMap<LocalId, Variable>,
    /// The function whose body that is; nothing for the code of an entry point itself.
    function_id_of_body: Option<FunctionId>,
    /// Its parameters that stand for buffers with counters.
    counted_params: FxHashMap<LocalId, places::counter::CounterOwner>,
    /// The variables that lead to counters.
    counter_variables: FxHashMap<places::counter::CounterOwner, Word>,
    /// The variables of the module, by [`GlobalId`].
    pub(crate) globals: FxHashMap<GlobalId, Variable>,
    /// Where `break` and `continue` lead, the innermost last.
    pub(crate) targets: Vec<Targets>,
    /// The ids of functions that were called or defined.
    functions: FxHashMap<FunctionId, Word>,
    /// Functions that were called, in the order of their first call, with the entry point through which they were
    /// reached.
    queue: VecDeque<(FunctionId, Option<usize>)>,
    /// SPIR-V types by type and representation.
    types: FxHashMap<(TypeId, Repr), Word>,
    /// Pointers whose pointees are being made, with their ids where those have been asked for already.
    open_pointers: FxHashMap<TypeId, Option<Word>>,
    /// Types spelled in SPIR-V that are being made.
    open_spirv_types: Vec<hir::ty::SpirvTypeId>,
    /// Builtins that code has asked for by itself.
    builtins: FxHashMap<(BuiltIn, StorageClass), Word>,
    /// Interface variables that belong to all entry points.
    shared_interface: Vec<Word>,
    /// The entry points that have been begun.
    entries: Vec<Entry<'a>>,
    /// The one of them through which the function that is being emitted was reached.
    current: Option<usize>,
    /// Functions that have been emitted.
    emitted: FxHashSet<FunctionId>,
    /// Variables through which payloads and the like are handed to other shaders, by storage class and type.
    shared_data: Map<(StorageClass, TypeId), Word>,
    /// What instructions ask of the entry points that reach them.
    usage: Usage,
    /// What a debugger is told.
    debug: Debug,
    /// Whether the module is not yet valid and needs the legalising passes.
    pub(crate) needs_legalisation: bool,
}

/// An entry point that has been begun; its `OpEntryPoint` is written when its interface is known.
struct Entry<'a> {
    entry: &'a hir::EntryPoint,
    function: Word,
    interface: Interface,
}

impl<'a> Emitter<'a> {
    /// The stage variables of the entry point that is being emitted.
    ///
    /// # Panics
    /// In a function that no entry point reaches.
    fn interface(&mut self) -> &mut Interface {
        let current = self.current.expect("only entry points have stage variables");
        &mut self.entries[current].interface
    }

    /// The entry point through which the function that is being emitted was reached.
    pub(crate) fn entry(&self) -> Option<&'a hir::EntryPoint> {
        Some(self.entries[self.current?].entry)
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
