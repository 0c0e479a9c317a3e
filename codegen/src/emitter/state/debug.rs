//! The debug information so far: the places of instructions, and the program as debuggers see it.

pub(crate) mod graph;
pub(crate) mod lines;

use self::graph::{Graph, NodeId};
use self::lines::{Lines, SetWords};
use super::variable::Repr;
use base::ids::{Map, Set};
use base::source::{FileId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use sema::hir::ty::TypeId;
use sema::hir::{GlobalId, LocalId};
use spirv::Word;

/// The debug information so far.
#[derive(Debug, Default)]
pub(crate) struct Debug {
    /// The places of instructions.
    pub(crate) lines: Lines,
    /// The files whose text has been passed in `OpSource`.
    pub(crate) sources: Set<Word>,
    /// The program's description, where that is requested.
    pub(crate) info: Option<Box<Info>>,
}

/// The program as debuggers see it.
#[derive(Debug)]
pub(crate) struct Info {
    /// The set that describes it.
    pub(crate) words: SetWords,
    /// All nodes.
    pub(crate) graph: Graph,
    /// The compilation unit.
    pub(crate) unit: NodeId,
    /// The source files by name, with their text or without. The main file is the first.
    pub(crate) sources: Map<(String, bool), NodeId>,
    /// For files that were asked for, the file with the same text that the module holds.
    pub(crate) embedded: FxHashMap<FileId, Option<FileId>>,
    /// The node for unknown information.
    pub(crate) none: Option<NodeId>,
    /// The expression that says that a variable is where it is.
    pub(crate) in_place: Option<NodeId>,
    /// Types of the language.
    pub(crate) types: FxHashMap<(TypeId, Repr), NodeId>,
    /// Types of numbers, by their names.
    pub(crate) numbers: FxHashMap<String, NodeId>,
    /// Types without an inside, by their names.
    pub(crate) opaque: FxHashMap<String, NodeId>,
    /// Types of functions: result and parameters.
    pub(crate) function_types: FxHashMap<Vec<Option<NodeId>>, NodeId>,
    /// Structs whose members are being described.
    pub(crate) open: FxHashSet<NodeId>,
    /// The size of each struct in bits.
    pub(crate) struct_bits: FxHashMap<TypeId, u32>,
    /// The scopes in which the statement stands that is emitted, the innermost last.
    pub(crate) scopes: Vec<NodeId>,
    /// Blocks by place and scope around: what is emitted twice is one block.
    pub(crate) blocks: FxHashMap<(Span, NodeId), NodeId>,
    /// The `static` locals that have been described.
    pub(crate) static_locals: FxHashSet<GlobalId>,
    /// The variables of the function that is emitted.
    pub(crate) locals: FxHashMap<LocalId, NodeId>,
}

impl Info {
    pub(crate) fn new(words: SetWords, graph: Graph, unit: NodeId, main: (String, bool), source: NodeId) -> Self {
        Info {
            words,
            graph,
            unit,
            sources: Map::from_iter([(main, source)]),
            embedded: FxHashMap::default(),
            none: None,
            in_place: None,
            types: FxHashMap::default(),
            numbers: FxHashMap::default(),
            opaque: FxHashMap::default(),
            function_types: FxHashMap::default(),
            open: FxHashSet::default(),
            struct_bits: FxHashMap::default(),
            scopes: Vec::new(),
            blocks: FxHashMap::default(),
            static_locals: FxHashSet::default(),
            locals: FxHashMap::default(),
        }
    }
}
